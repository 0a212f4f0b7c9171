import {
  closeWindow,
  type EngagementWindow,
  toWindowEvent,
} from '../../domain/analytics/engagement-window.ts';
import { formatInstant } from '../../domain/timestamps.ts';
import { log } from '../../observability/log.ts';
import { tryCommit } from '../../table/commit.ts';
import { closeEngagementWindowWrite, listDueEngagementWindows } from '../../table/engagement-windows.ts';
import { emitDomainEvents } from '../stream/emit-events.ts';

// More than the sweep takes of what has to be woken: closing a minute is one small write.
const MAX_WINDOWS_PER_SHARD = 2_000;
const CONCURRENCY = 25;

/** Tells the sums of a minute that has just been closed. */
export async function onEngagementWindowChanged(minute: EngagementWindow | null): Promise<void> {
  if (minute?.closed_at_ms === undefined) return;
  await emitDomainEvents(minute.workspace_id, formatInstant(minute.closed_at_ms), [toWindowEvent(minute)]);
}

/** Closes the minutes that ended before `before` (ISO 8601). One that is added to meanwhile waits for the next run. */
export async function closeWindows(before: string, nowMs: number): Promise<void> {
  const { records: minutes, skipped } = await listDueEngagementWindows(before, MAX_WINDOWS_PER_SHARD);
  if (skipped > 0) log.error('skipped items with newer schema', { entity: 'EngagementWindow', skipped });
  const failures: unknown[] = [];
  for (let start = 0; start < minutes.length; start += CONCURRENCY) {
    const closings = minutes
      .slice(start, start + CONCURRENCY)
      .map((minute) => tryCommit([closeEngagementWindowWrite(minute, closeWindow(minute, nowMs))]));
    for (const outcome of await Promise.allSettled(closings)) {
      if (outcome.status === 'rejected') failures.push(outcome.reason);
    }
  }
  if (failures.length > 0) throw failures[0];
  if (minutes.length > 0) log.info('engagement windows closed', { minutes: minutes.length });
}
