import { emitMetric } from '../../observability/emit-metric.ts';
import { log } from '../../observability/log.ts';
import { listDueDeliveries } from '../../table/deliveries.ts';
import { listDueEntries, loadEntries } from '../../table/schedule-entries.ts';
import { deliveryQueueUrl, publishQueueUrl, sendBatch } from '../sqs.ts';
import { closeWindows } from './engagement-windows.ts';

// What the timers and queues deliver in time is left to them; what is this late has been missed.
const GRACE_MS = 15_000;
export const MAX_PER_SHARD = 500;

/**
 * Finds what nobody looked after: pending entries past their time, claims and sendings whose worker died,
 * deliveries whose message is lost. Each is woken by a message; its record decides what happens then.
 */
export async function sweepOverdue(nowMs: number): Promise<void> {
  const before = new Date(nowMs - GRACE_MS).toISOString();
  const [entryKeys, deliveryKeys] = await Promise.all([
    listDueEntries(before, MAX_PER_SHARD),
    listDueDeliveries(before, MAX_PER_SHARD),
  ]);
  const { records: entries, skipped } = await loadEntries(entryKeys);
  if (skipped > 0) log.error('skipped items with newer schema', { entity: 'ScheduleEntry', skipped });
  const sendings: Promise<void>[] = [];
  for (const [platform, missed] of Map.groupBy(entries, (entry) => entry.platform)) {
    const wakes = missed.map((entry) => ({ workspace_id: entry.workspace_id, schedule_id: entry.id }));
    sendings.push(sendBatch(publishQueueUrl(platform), wakes));
  }
  const messages = deliveryKeys.map(({ workspaceId, endpointId, id }) => ({
    workspace_id: workspaceId,
    endpoint_id: endpointId,
    delivery_id: id,
  }));
  // Found nothing is the rule, and a metric that is not written costs nothing.
  if (entries.length > 0) emitMetric('OverdueEntries', entries.length);
  if (messages.length > 0) emitMetric('OverdueDeliveries', messages.length);
  sendings.push(sendBatch(deliveryQueueUrl(), messages));
  sendings.push(closeWindows(before, nowMs));
  // A queue that does not answer must not keep the others from being filled.
  const outcomes = await Promise.allSettled(sendings);
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed) throw failed.reason;
  log.info('overdue sweep finished', { entries: entries.length, deliveries: messages.length });
}
