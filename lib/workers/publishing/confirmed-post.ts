import type { ScheduleEntry } from '../../domain/content/schedule-entry.ts';
import { log } from '../../observability/log.ts';

/** Log the id of a post that a platform confirmed, before it is stored: if that fails, the log is its only record. */
export function logConfirmedPost(entry: ScheduleEntry, platformPostId: string | null): void {
  if (platformPostId === null) return;
  const { workspace_id, content_id, id: schedule_id, platform, attempt } = entry;
  const ids = { workspace_id, content_id, schedule_id, platform, attempt_id: attempt?.id };
  log.info('platform post confirmed', { ...ids, platform_post_id: platformPostId });
}
