import { sendDelayed } from '../../core/queue/sqs.ts';
import type { Platform } from '../../platforms/platform.ts';
import type { PublishMessage } from '../steps/publish-entry.ts';
import { publishQueueUrl } from '../steps/publish-queues.ts';

/** The input of a schedule. It fires a minute before `due_at` (ISO 8601). */
export type ScheduledPost = PublishMessage & { platform: Platform; due_at: string };

/**
 * Queue a scheduled post in the queue of its platform for its due time. Reads nothing, so that it is short when many
 * schedules fire in one minute. Throws a RangeError for a time more than 15 minutes ahead.
 */
export async function queueScheduledPost(scheduled: ScheduledPost, nowMs: number): Promise<void> {
  const { workspace_id, schedule_id, platform, due_at } = scheduled;
  const message: PublishMessage = { workspace_id, schedule_id };
  await sendDelayed(publishQueueUrl(platform), message, Date.parse(due_at), nowMs);
}
