import type { StepJob } from '../../core/queue/step-job.ts';
import { tryCommit } from '../../core/table/commit.ts';
import { missedPeriod, type Recovery, recordStep } from '../rules/recovery.ts';
import { newDelivery } from '../rules/webhook-delivery.ts';
import { FAILED_DELIVERY_STATUSES, isFailedDelivery, requeueDelivery } from '../rules/webhook-delivery-view.ts';
import type { WebhookEndpoint } from '../rules/webhook-endpoint.ts';
import { deliveryListing, deliveryPage, deliveryWrite } from '../store/deliveries.ts';
import { firstMissed, isPositionOfEvent, loadMissed } from '../store/missed-events.ts';
import { loadRecovery, recoveryWrite } from '../store/recoveries.ts';
import { loadEndpoint } from '../store/webhook-endpoints.ts';

export const RECOVERY_BATCH_SIZE = 100;

/** What a step has done: how many deliveries it queued, and where the next step begins; null after the last one. */
type Step = { deliveries: number; skipped: number; next: string | null };

/**
 * A step of a recovery, oldest first: requeue the next failed deliveries, and after the last of them deliver the next events
 * that have no delivery. A repeated step requeues only the unchanged deliveries, and creates none twice. The cursor never
 * moves back: a delivery that fails again during the recovery is not requeued again.
 */
export const recoveryJob: StepJob<Recovery> = {
  load: loadRecovery,
  run: async (recovery, nowMs) => {
    const { workspace_id, endpoint_id, cursor } = recovery;
    const endpoint = await loadEndpoint(workspace_id, endpoint_id);
    if (endpoint?.status !== 'active') {
      // Deliveries to an inactive endpoint would be dropped.
      await tryCommit([recoveryWrite(recovery, recordStep(recovery, null, nowMs))]);
      return { endpoint_id, is_endpoint_active: false };
    }
    const isOfEvents = cursor !== null && isPositionOfEvent(cursor);
    const { next, ...counts } = isOfEvents
      ? await deliverMissed(recovery, cursor, endpoint, nowMs)
      : await requeueFailed(recovery, endpoint, nowMs);
    await tryCommit([recoveryWrite(recovery, recordStep(recovery, next, nowMs))]);
    return { endpoint_id, ...counts };
  },
};

async function requeueFailed(
  { since, until, cursor }: Recovery,
  endpoint: WebhookEndpoint,
  nowMs: number,
): Promise<Step> {
  const [fromMs, toMs] = [Date.parse(since), Date.parse(until)];
  const filter = { statuses: FAILED_DELIVERY_STATUSES, fromMs, toMs };
  const listing = { ...deliveryListing(endpoint, filter, nowMs), descending: false };
  const found = await deliveryPage(endpoint, listing, { limit: RECOVERY_BATCH_SIZE, skip: 0, after: cursor });
  const failed = found.records.filter(isFailedDelivery);
  const requeued = await Promise.all(
    failed.map((delivery) => tryCommit([deliveryWrite(delivery, requeueDelivery(delivery, nowMs))])),
  );
  const next = found.next ?? firstMissed(endpoint, fromMs, toMs);
  return { deliveries: requeued.filter(Boolean).length, skipped: found.skipped, next };
}

async function deliverMissed(
  { since, until }: Recovery,
  after: string,
  endpoint: WebhookEndpoint,
  nowMs: number,
): Promise<Step> {
  const period = missedPeriod(endpoint, Date.parse(since), Date.parse(until));
  if (!period) return { deliveries: 0, skipped: 0, next: null };
  const { events, next } = await loadMissed(endpoint, period, { limit: RECOVERY_BATCH_SIZE, after });
  const created = await Promise.all(
    events.map((event) => {
      const delivery = newDelivery(event, endpoint, nowMs);
      return tryCommit([deliveryWrite(null, delivery)]);
    }),
  );
  return { deliveries: created.filter(Boolean).length, skipped: 0, next };
}
