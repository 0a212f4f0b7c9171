import { log } from '../../core/observability/log.ts';
import { tryCommit } from '../../core/table/commit.ts';
import { type Recovery, recordStep } from '../rules/recovery.ts';
import { FAILED_DELIVERY_STATUSES, isFailedDelivery, requeueDelivery } from '../rules/webhook-delivery-view.ts';
import { deliveryListing, deliveryPage, deliveryWrite } from '../store/deliveries.ts';
import { loadRecovery, recoveryWrite } from '../store/recoveries.ts';
import { loadEndpoint } from '../store/webhook-endpoints.ts';

export const RECOVERY_BATCH_SIZE = 100;

/**
 * Run one step of a recovery: requeue the next failed deliveries, oldest first, and save the cursor, which is the
 * change that starts the next step. A repeated step requeues only the unchanged deliveries. The cursor never
 * moves back: a delivery that fails again during the recovery is not requeued again.
 */
export async function onRecoveryChanged(
  _before: Recovery | null,
  after: Recovery | null,
  nowMs: number,
): Promise<void> {
  if (after?.status !== 'running') return;
  const recovery = await loadRecovery(after.workspace_id, after.id);
  // The recovery has moved on: the step of this change is complete.
  if (recovery?.version !== after.version) return;
  const { workspace_id, endpoint_id, id: recovery_id } = recovery;
  const endpoint = await loadEndpoint(workspace_id, endpoint_id);
  if (endpoint?.status !== 'active') {
    // Deliveries to an inactive endpoint would be dropped.
    await tryCommit([recoveryWrite(recovery, recordStep(recovery, null, nowMs))]);
    return log.info('recovery ended, its endpoint is not active', { workspace_id, endpoint_id, recovery_id });
  }
  const [fromMs, toMs] = [Date.parse(recovery.since), Date.parse(recovery.until)];
  const filter = { statuses: FAILED_DELIVERY_STATUSES, fromMs, toMs };
  const listing = { ...deliveryListing(endpoint, filter, nowMs), descending: false };
  const next = { limit: RECOVERY_BATCH_SIZE, skip: 0, after: recovery.cursor };
  const found = await deliveryPage(endpoint, listing, next);
  const failed = found.records.filter(isFailedDelivery);
  const requeued = await Promise.all(
    failed.map((delivery) => tryCommit([deliveryWrite(delivery, requeueDelivery(delivery, nowMs))])),
  );
  await tryCommit([recoveryWrite(recovery, recordStep(recovery, found.next, nowMs))]);
  const counts = { deliveries: requeued.filter(Boolean).length, skipped: found.skipped };
  log.info('deliveries requeued', { workspace_id, endpoint_id, recovery_id, ...counts });
}
