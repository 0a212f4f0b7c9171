import type { EventModule } from '../../core/events/event-module.ts';
import { SAMPLE_CONTENT, SAMPLE_FAILED_TARGET } from '../../core/events/samples.ts';
import { contentEntity } from '../entities/contents.ts';
import type { Content } from '../rules/content.ts';
import { entryError } from '../rules/sends/publish-failure-reasons.ts';
import { failedTargetDrafts } from './failed-target.ts';
import type { ContentParts } from './schema-parts.ts';

const NOT_APPROVED = entryError('not_approved');
const UNAPPROVED_TARGET = { ...SAMPLE_FAILED_TARGET, error: NOT_APPROVED };

/** `approval.missed`. */
export const approvalMissed = {
  description:
    'A target was not published because it was due without the approval that the workspace requires. `data` is the item, `failed_target` the target. Sent for each target, in addition to `content.failed`.',
  // biome-ignore format: one field per line.
  schema: ({ z, ContentData, TargetData }) => z.extend(ContentData, {
    failed_target: TargetData.check(z.describe('The target that failed.')),
  }).check(z.describe('The content item and the failed target.')),
  sample: { ...SAMPLE_CONTENT, status: 'failed', targets: [UNAPPROVED_TARGET], failed_target: UNAPPROVED_TARGET },
  permission: 'content:read',
  source: contentEntity,
  on: 'write',
  derive: (before, after) =>
    failedTargetDrafts(before, after, 'approval/missed', ({ error }) => error?.code === NOT_APPROVED.code),
} satisfies EventModule<Content, ContentParts>;
