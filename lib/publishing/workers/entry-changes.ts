import type { ScheduleEntry } from '../../content/rules/schedule-entry.ts';
import { loadEntry } from '../../content/store/schedule-entries.ts';
import { sendDelayed } from '../../core/queue/sqs.ts';
import { attemptTrigger, fitsMessageDelay } from '../../core/retry/waits.ts';
import type { PublishMessage } from '../steps/publish-entry.ts';
import { publishQueueUrl } from '../steps/publish-queues.ts';
import { syncSchedule } from './sync-schedule.ts';

/**
 * Queue or schedule a pending or continuing entry with a new due time, delete the schedule of a cancelled entry, and queue the next
 * check of an unconfirmed entry. The planner creates the schedules of posts that are far away, and the sweep queues
 * checks that are. Other changes need no action: a schedule that fires for an entry in another state has no effect, and
 * EventBridge deletes it. A record may be delivered again long after newer ones, so only the current entry counts: an
 * outdated record does nothing, because the newer change has its own.
 */
export async function onEntryChanged(
  before: ScheduleEntry | null,
  after: ScheduleEntry | null,
  nowMs: number,
): Promise<void> {
  if (!after || !needsAction(before, after)) return;
  const entry = await loadEntry(after.workspace_id, after.id);
  if (entry?.state !== after.state || entry.due_at !== after.due_at) return;
  if (entry.state === 'cancelled') return syncSchedule(entry);
  const dueMs = Date.parse(entry.due_at!);
  if (entry.state === 'unconfirmed') {
    // A check may be a minute late, so it needs no schedule.
    if (fitsMessageDelay(dueMs, nowMs)) await queueEntry(entry, dueMs, nowMs);
    return;
  }
  if (attemptTrigger(dueMs, nowMs) === 'message') await queueEntry(entry, dueMs, nowMs);
  else await syncSchedule(entry);
}

function needsAction(before: ScheduleEntry | null, { state, due_at }: ScheduleEntry): boolean {
  if (state === 'cancelled') return before?.state === 'pending';
  if (due_at === null) return false;
  const isNewTime = before?.due_at !== due_at;
  if (state === 'unconfirmed') return isNewTime;
  return (state === 'pending' || state === 'continuing') && (before?.state !== state || isNewTime);
}

async function queueEntry({ workspace_id, id, platform }: ScheduleEntry, dueMs: number, nowMs: number): Promise<void> {
  const message: PublishMessage = { workspace_id, schedule_id: id };
  await sendDelayed(publishQueueUrl(platform), message, dueMs, nowMs);
}
