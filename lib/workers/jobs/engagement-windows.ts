import { closeWindow } from '../../domain/analytics/engagement-window.ts';
import { log } from '../../observability/log.ts';
import { tryCommit } from '../../table/commit.ts';
import { closeEngagementWindowWrite, listDueEngagementWindows } from '../../table/engagement-windows.ts';

// Higher than the sweep's limit for entries and deliveries: closing a window is one small write.
const MAX_WINDOWS_PER_SHARD = 2_000;
const CONCURRENCY = 25;

/**
 * Closes the engagement windows that ended before `before` (ISO 8601). Their events follow from the change.
 * A window that receives an increment at the same time stays open until the next run.
 */
export async function closeWindows(before: string, nowMs: number): Promise<void> {
  const { records: windows, skipped } = await listDueEngagementWindows(before, MAX_WINDOWS_PER_SHARD);
  if (skipped > 0) log.error('skipped items with newer schema', { entity: 'EngagementWindow', skipped });
  const failures: unknown[] = [];
  for (let start = 0; start < windows.length; start += CONCURRENCY) {
    const closings = windows
      .slice(start, start + CONCURRENCY)
      .map((window) => tryCommit([closeEngagementWindowWrite(window, closeWindow(window, nowMs))]));
    for (const outcome of await Promise.allSettled(closings)) {
      if (outcome.status === 'rejected') failures.push(outcome.reason);
    }
  }
  if (failures.length > 0) throw failures[0];
  if (windows.length > 0) log.info('engagement windows closed', { windows: windows.length });
}
