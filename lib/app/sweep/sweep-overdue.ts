import { closeWindow } from '../../analytics/rules/engagement-window.ts';
import { closeEngagementWindowWrite, listDueEngagementWindows } from '../../analytics/store/engagement-windows.ts';
import { listDueEntries, loadEntries } from '../../content/store/schedule-entries.ts';
import { requireEnv } from '../../core/config/env.ts';
import { emitMetric } from '../../core/observability/emit-metric.ts';
import { log } from '../../core/observability/log.ts';
import { queueUrl, sendBatch } from '../../core/queue/sqs.ts';
import { settleAll } from '../../core/retry/settle-all.ts';
import { sweepPeriods } from '../../core/retry/waits.ts';
import { readableRecords, settleInParts } from '../../core/stream/batches.ts';
import { tryCommit } from '../../core/table/commit.ts';
import { listDueDeliveries } from '../../webhooks/store/deliveries.ts';
import { countOverdueJobs } from './count-overdue-jobs.ts';
import { queueDueSoon, queueEntries, toNextAttemptMessage } from './queue-due-soon.ts';
import { reprocessOverdue } from './reprocess-overdue.ts';

const MAX_PER_SHARD = 500;
// Higher than the limit for entries and deliveries: closing a window is one small write.
const MAX_WINDOWS_PER_SHARD = 2_000;
const WINDOW_CONCURRENCY = 25;

/**
 * Queue the entries and deliveries that are due soon, and those that were missed: pending ones whose schedule or message
 * was lost, and those whose worker crashed. Closes engagement windows, and has the stream process again what it dropped.
 * The record of each item decides what happens next.
 */
export async function sweepOverdue(nowMs: number): Promise<void> {
  const { missedBefore: before, ...ahead } = sweepPeriods(nowMs, Number(requireEnv('SWEEP_EVERY_MINUTES')));
  const [entryKeys, deliveryKeys, jobs] = await Promise.all([
    listDueEntries(before, MAX_PER_SHARD),
    listDueDeliveries(before, MAX_PER_SHARD),
    countOverdueJobs(nowMs),
  ]);
  const entries = readableRecords('ScheduleEntry', await loadEntries(entryKeys));
  const deliveries = deliveryKeys.map(toNextAttemptMessage);
  // Usually nothing is overdue, and a metric that is not emitted costs nothing.
  const overdue = entries.length + deliveries.length + jobs;
  if (overdue > 0) emitMetric('OverdueWork', overdue);
  await settleAll([
    queueEntries(entries, before),
    sendBatch(queueUrl('DELIVERY'), deliveries),
    queueDueSoon(ahead, nowMs),
    closeWindows(before, nowMs),
    reprocessOverdue(before, nowMs),
  ]);
  log.info('overdue sweep finished', { entries: entries.length, deliveries: deliveries.length, jobs });
}

/**
 * Close the engagement windows that ended before `before` (ISO 8601). Their events follow from the change.
 * A window that receives an increment at the same time stays open until the next run.
 */
async function closeWindows(before: string, nowMs: number): Promise<void> {
  const due = await listDueEngagementWindows(before, MAX_WINDOWS_PER_SHARD);
  const windows = readableRecords('EngagementWindow', due);
  await settleInParts(windows, WINDOW_CONCURRENCY, (window) =>
    tryCommit([closeEngagementWindowWrite(window, closeWindow(window, nowMs))]),
  );
  if (windows.length > 0) log.info('engagement windows closed', { windows: windows.length });
}
