import type { ScheduleEntry } from '../../content/rules/schedule-entry.ts';
import { loadEntry } from '../../content/store/schedule-entries.ts';
import { deleteSchedule, putSchedule } from '../../core/aws/scheduler.ts';
import { emitMetric } from '../../core/observability/emit-metric.ts';
import { log } from '../../core/observability/log.ts';
import { attemptTrigger, SCHEDULE_LEAD_MS } from '../../core/retry/waits.ts';
import type { ScheduledPost } from './queue-scheduled-post.ts';

/**
 * Give an entry the schedule of its state: create it for a pending or continuing entry, delete that of a cancelled one. One
 * that is due later than schedules are created, or too soon for one, gets none. When the entry changes at the same time,
 * another worker may have set the schedule of the newer state before this one, so the newer state is applied again.
 * Never throws because of EventBridge Scheduler: the sweep publishes a post without a schedule a few seconds late, and
 * a schedule of an entry in another state has no effect.
 */
export async function syncSchedule(entry: ScheduleEntry): Promise<void> {
  for (let current: ScheduleEntry | null = entry; current !== null; ) {
    if (current.state === 'cancelled') await attempt(current, ({ id }) => deleteSchedule(id));
    else if (isToBeScheduled(current, Date.now())) await attempt(current, createSchedule);
    const latest = await loadEntry(current.workspace_id, current.id);
    if (latest?.version === current.version) return;
    current = latest;
  }
}

/** Return whether a schedule starts the next attempt at an entry. */
function isToBeScheduled({ state, due_at }: ScheduleEntry, nowMs: number): boolean {
  const isWaiting = state === 'pending' || state === 'continuing';
  return isWaiting && due_at !== null && attemptTrigger(Date.parse(due_at), nowMs) === 'schedule';
}

/** Run a request for the schedule of an entry. A rejection is logged and counted. */
async function attempt(entry: ScheduleEntry, request: (entry: ScheduleEntry) => Promise<void>): Promise<void> {
  try {
    await request(entry);
  } catch (error) {
    const { workspace_id, id: schedule_id, state } = entry;
    log.warn('schedule rejected, left to the sweep', { workspace_id, schedule_id, state, error: error as Error });
    emitMetric('SchedulesRejected', 1);
  }
}

/** Create the schedule of an entry, named by its id, or update it. */
async function createSchedule({ id, workspace_id, platform, due_at }: ScheduleEntry): Promise<void> {
  const post: ScheduledPost = { workspace_id, schedule_id: id, platform, due_at: due_at! };
  await putSchedule(id, Date.parse(due_at!) - SCHEDULE_LEAD_MS, post);
}
