import { emitMetric } from '../../observability/emit-metric.ts';
import { log } from '../../observability/log.ts';
import { listDueDeliveries } from '../../table/deliveries.ts';
import { listDueEntries, loadEntries } from '../../table/schedule-entries.ts';
import { deliveryQueueUrl, publishQueueUrl, sendBatch } from '../sqs.ts';
import { closeWindows } from './engagement-windows.ts';

// Schedules and queues have this time; an item that is later than that was missed.
const GRACE_MS = 15_000;
export const MAX_PER_SHARD = 500;

/**
 * Queues overdue items: pending entries, entries and deliveries whose worker crashed, and deliveries whose
 * message was lost. Closes engagement windows. The record of each item decides what happens next.
 */
export async function sweepOverdue(nowMs: number): Promise<void> {
  const before = new Date(nowMs - GRACE_MS).toISOString();
  const [entryKeys, deliveryKeys] = await Promise.all([
    listDueEntries(before, MAX_PER_SHARD),
    listDueDeliveries(before, MAX_PER_SHARD),
  ]);
  const { records: entries, skipped } = await loadEntries(entryKeys);
  if (skipped > 0) log.error('skipped items with newer schema', { entity: 'ScheduleEntry', skipped });
  const tasks: Promise<void>[] = [];
  for (const [platform, overdue] of Map.groupBy(entries, (entry) => entry.platform)) {
    const entryMessages = overdue.map((entry) => ({
      workspace_id: entry.workspace_id,
      schedule_id: entry.id,
    }));
    tasks.push(sendBatch(publishQueueUrl(platform), entryMessages));
  }
  const deliveryMessages = deliveryKeys.map(({ workspaceId, endpointId, id }) => ({
    workspace_id: workspaceId,
    endpoint_id: endpointId,
    delivery_id: id,
  }));
  // Usually nothing is overdue, and a metric that is not emitted costs nothing.
  if (entries.length > 0) emitMetric('OverdueEntries', entries.length);
  if (deliveryMessages.length > 0) emitMetric('OverdueDeliveries', deliveryMessages.length);
  tasks.push(sendBatch(deliveryQueueUrl(), deliveryMessages));
  tasks.push(closeWindows(before, nowMs));
  // A failure of one queue must not prevent the others.
  const outcomes = await Promise.allSettled(tasks);
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed) throw failed.reason;
  log.info('overdue sweep finished', { entries: entries.length, deliveries: deliveryMessages.length });
}
