import { formatInstant } from '../../../core/values/timestamps.ts';
import type { Media, Platform } from '../../../platforms/platform.ts';
import type { Content, TargetAccount, ThreadPost } from '../content.ts';
import type { WritingAgent } from '../content-approval.ts';
import { assertFewFiles } from '../media-references.ts';
import { assertSmallContent } from './content-size.ts';

/** The fields of a new item. */
export interface NewContent {
  title: string;
  description?: string | undefined;
  platforms: Platform[];
  accounts?: TargetAccount[] | undefined;
  media?: Media[] | undefined;
  thread?: ThreadPost[] | undefined;
  first_comment?: string | null | undefined;
  platform_options?: Content['platform_options'] | undefined;
  mention_options?: Content['mention_options'] | undefined;
  /** The ids of labels. */
  labels?: string[] | undefined;
  campaign?: string | null | undefined;
  metadata?: Content['metadata'] | undefined;
}

/** Create a draft content item. `schedule` adds its entries. Throws 422 for too many files and for too many bytes. */
export function newContent(
  input: NewContent,
  owner: { id: string; workspaceId: string; userId: string; agent?: WritingAgent | null },
  nowMs: number,
): Content {
  const now = formatInstant(nowMs);
  const { title, description = null, platforms, accounts = [] } = input;
  const { media = [], thread = [], first_comment = null, platform_options = {} } = input;
  const { labels = [], campaign = null, metadata = {} } = input;
  const fields = { title, description, platforms, accounts, media, thread, first_comment, platform_options };
  assertFewFiles(fields);
  assertSmallContent({ ...fields, metadata });
  return {
    id: owner.id,
    workspace_id: owner.workspaceId,
    ...fields,
    ...(input.mention_options ? { mention_options: input.mention_options } : {}),
    status: 'draft',
    idle_status: 'draft',
    scheduled_at: null,
    scheduled_local: null,
    queue: null,
    last_schedule: null,
    last_cancellation: null,
    last_publication: null,
    targets: {},
    approval: null,
    editors: [],
    ...{ labels, campaign, metadata },
    agents: owner.agent ? [owner.agent] : [],
    created_by: owner.userId,
    created_at: now,
    updated_at: now,
    version: 0,
  };
}
