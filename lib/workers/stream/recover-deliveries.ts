import type { Recovery } from '../../domain/webhooks/recovery.ts';
import {
  FAILED_DELIVERY_STATUSES,
  isFailedDelivery,
  requeueDelivery,
} from '../../domain/webhooks/webhook-delivery-view.ts';
import { log } from '../../observability/log.ts';
import { tryCommit } from '../../table/commit.ts';
import { deliveryListing, deliveryPage, deliveryWrite } from '../../table/deliveries.ts';
import { loadRecovery, recoveryWrite } from '../../table/recoveries.ts';
import { loadEndpoint } from '../../table/webhook-endpoints.ts';

export const RECOVERY_BATCH_SIZE = 100;

/**
 * One step of a recovery: puts back the next failed deliveries, oldest first, and writes down how far it
 * came, which is the change that drives the next step. Each delivery is put back on the condition that it is
 * as it was read, so a step that is done again finds what is left of it. No delivery is looked at twice: one
 * that fails again meanwhile is not put back again.
 */
export async function onRecoveryChanged(after: Recovery | null, nowMs: number): Promise<void> {
  if (after?.status !== 'running') return;
  const recovery = await loadRecovery(after.workspace_id, after.id);
  // An older change than what is there: its step was done.
  if (recovery?.version !== after.version) return;
  const { workspace_id, endpoint_id } = recovery;
  const endpoint = await loadEndpoint(workspace_id, endpoint_id);
  if (endpoint?.status !== 'active') {
    // Whatever is put back now would be dropped again.
    await tryCommit([recoveryWrite(recovery, { ...recovery, status: 'finished' })]);
    log.info('recovery ended, its endpoint is not active', {
      workspace_id,
      endpoint_id,
      recovery_id: after.id,
    });
    return;
  }
  const filter = {
    statuses: FAILED_DELIVERY_STATUSES,
    fromMs: Date.parse(recovery.since),
    toMs: Date.parse(recovery.until),
  };
  const listing = { ...deliveryListing(endpoint, filter, nowMs), descending: false };
  const next = { limit: RECOVERY_BATCH_SIZE, skip: 0, after: recovery.cursor };
  const found = await deliveryPage(endpoint, listing, next);
  const failed = found.records.filter(isFailedDelivery);
  const ours = await Promise.all(
    failed.map((delivery) => tryCommit([deliveryWrite(delivery, requeueDelivery(delivery, nowMs))])),
  );
  await tryCommit([
    recoveryWrite(recovery, {
      ...recovery,
      status: found.next === null ? 'finished' : 'running',
      cursor: found.next,
    }),
  ]);
  log.info('deliveries requeued', {
    workspace_id,
    endpoint_id,
    recovery_id: recovery.id,
    deliveries: ours.filter(Boolean).length,
    skipped: found.skipped,
  });
}
