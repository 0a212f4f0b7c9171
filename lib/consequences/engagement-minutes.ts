import { closedAt, type EngagementMinute, sumsOf } from '../domain/engagement-minute.ts';
import { formatInstant } from '../domain/instant.ts';
import { log } from '../log.ts';
import { commitOnce } from '../table/commit.ts';
import { dueMinutes, minuteClosing } from '../table/engagement-minute.ts';
import { emit } from './events.ts';

// More than the sweep takes of what has to be woken: closing a minute is one small write.
const MINUTES_A_SHARD = 2_000;
const AT_ONCE = 25;

/** Tells the sums of a minute that has just been closed. */
export async function followMinute(minute: EngagementMinute | null): Promise<void> {
  if (minute?.closed_at_ms === undefined) return;
  await emit(minute.workspace_id, formatInstant(minute.closed_at_ms), [sumsOf(minute)]);
}

/** Closes the minutes that ended before `before` (ISO 8601). One that is added to meanwhile waits for the next run. */
export async function closeMinutes(before: string, nowMs: number): Promise<void> {
  const { records: minutes, unreadable } = await dueMinutes(before, MINUTES_A_SHARD);
  if (unreadable > 0) log.error('minutes of a newer schema were left alone', { unreadable });
  const failures: unknown[] = [];
  for (let start = 0; start < minutes.length; start += AT_ONCE) {
    const closings = minutes
      .slice(start, start + AT_ONCE)
      .map((minute) => commitOnce([minuteClosing(minute, closedAt(minute, nowMs))]));
    for (const outcome of await Promise.allSettled(closings)) {
      if (outcome.status === 'rejected') failures.push(outcome.reason);
    }
  }
  if (failures.length > 0) throw failures[0];
  if (minutes.length > 0) log.info('minutes closed', { minutes: minutes.length });
}
