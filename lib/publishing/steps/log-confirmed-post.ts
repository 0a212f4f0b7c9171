import type { ScheduleEntry } from '../../content/rules/schedule-entry.ts';
import { log } from '../../core/observability/log.ts';
import type { FoundPost } from '../../platforms/kit/found-post.ts';

/** Log the ids of the parts that a platform confirmed, before they are stored: the log may be their only record. */
export function logConfirmedPost(
  entry: ScheduleEntry,
  { platformPostId, following }: Omit<FoundPost, 'publishedAtMs'>,
): void {
  const { workspace_id, content_id, id: schedule_id, platform, attempt, parts } = entry;
  const ids = { workspace_id, content_id, schedule_id, platform, attempt_id: attempt?.id, part: parts.length };
  const following_ids = following?.map((part) => part.platformPostId);
  log.info('platform post confirmed', { ...ids, platform_post_id: platformPostId, following_ids });
}
