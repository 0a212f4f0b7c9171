import { log } from '../log.ts';
import { measure } from '../metrics.ts';
import { dueDeliveries } from '../table/delivery.ts';
import { dueEntries, loadEntries } from '../table/entry.ts';
import { closeMinutes } from './engagement-minutes.ts';
import { deliveryQueueUrl, publishQueueUrl, sendAll } from './queues.ts';

// What the timers and queues deliver in time is left to them; what is this late has been missed.
const GRACE_MS = 15_000;
export const MOST_A_SHARD = 500;

/**
 * Finds what nobody looked after: pending entries past their time, claims and sendings whose worker died,
 * deliveries whose message is lost. Each is woken by a message; its record decides what happens then.
 */
export async function sweepDue(nowMs: number): Promise<void> {
  const before = new Date(nowMs - GRACE_MS).toISOString();
  const [entryKeys, deliveryKeys] = await Promise.all([
    dueEntries(before, MOST_A_SHARD),
    dueDeliveries(before, MOST_A_SHARD),
  ]);
  const { records: entries, unreadable } = await loadEntries(entryKeys);
  if (unreadable > 0) log.error('entries of a newer schema were left alone', { unreadable });
  const sendings: Promise<void>[] = [];
  for (const [platform, missed] of Map.groupBy(entries, (entry) => entry.platform)) {
    const wakes = missed.map((entry) => ({ workspace_id: entry.workspace_id, schedule_id: entry.id }));
    sendings.push(sendAll(publishQueueUrl(platform), wakes));
  }
  const messages = deliveryKeys.map(({ workspaceId, endpointId, id }) => ({
    workspace_id: workspaceId,
    endpoint_id: endpointId,
    delivery_id: id,
  }));
  // Found nothing is the rule, and a metric that is not written costs nothing.
  if (entries.length > 0) measure('EntriesMissed', entries.length);
  if (messages.length > 0) measure('DeliveriesMissed', messages.length);
  sendings.push(sendAll(deliveryQueueUrl(), messages));
  sendings.push(closeMinutes(before, nowMs));
  // A queue that does not answer must not keep the others from being filled.
  const outcomes = await Promise.allSettled(sendings);
  const failed = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failed) throw failed.reason;
  log.info('swept', { entries: entries.length, deliveries: messages.length });
}
