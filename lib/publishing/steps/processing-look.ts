import type { Content } from '../../content/rules/content.ts';
import { approvedCards } from '../../content/rules/post/link-card.ts';
import type { ScheduleEntry } from '../../content/rules/schedule-entry.ts';
import { entryWrite } from '../../content/store/schedule-entries.ts';
import { log } from '../../core/observability/log.ts';
import { ConflictError } from '../../core/retry/conflict.ts';
import { commit } from '../../core/table/commit.ts';
import { publisherOf } from '../../platforms/adapters.ts';
import type { Post } from '../../platforms/kit/publisher.ts';
import type { StillProcessing } from '../rules/processing-look.ts';
import { getPlatformConnection } from './platform-connection.ts';
import { PREPARE_DEADLINE_MS, savedPreparation, type UsableCredentials } from './platform-requests.ts';

/** Ask the platform once whether it still processes what the entry has prepared. Null: an attempt decides. */
export async function lookAtProcessing(
  entry: ScheduleEntry,
  content: Content,
  post: Post,
  { account, credentials }: UsableCredentials,
): Promise<StillProcessing | null> {
  const publisher = publisherOf(account);
  const saved = savedPreparation(entry, post, credentials.externalId, approvedCards(content));
  if (!publisher.stillProcessing || saved === null) return null;
  const connection = getPlatformConnection(account, PREPARE_DEADLINE_MS);
  return publisher.stillProcessing(post, saved, credentials, connection);
}

/**
 * Save the time of the next look, or that the post is held, in the entry alone, since its item does not show it. Returns
 * false when it has changed.
 */
export async function savePostponed(step: string, before: ScheduleEntry, after: ScheduleEntry): Promise<boolean> {
  const { workspace_id, content_id, id: schedule_id, platform, account_id, due_at } = after;
  try {
    await commit([entryWrite(before, after)]);
  } catch (error) {
    if (error instanceof ConflictError) return false;
    throw error;
  }
  const ids = { workspace_id, content_id, schedule_id, platform, account_id };
  log.info('publishing', { step, ...ids, due_at });
  return true;
}
