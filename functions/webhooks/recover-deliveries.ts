import { countListing } from '../../lib/core/table/list-total.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { itemInPath } from '../../lib/identity/pipeline/prefetch.ts';
import { operation } from '../../lib/webhooks/api/webhooks/recover-deliveries.ts';
import { endpointEntity } from '../../lib/webhooks/entities/endpoints.ts';
import { newRecovery, recoverySince } from '../../lib/webhooks/rules/recovery.ts';
import { assertEndpointActive, FAILED_DELIVERY_STATUSES } from '../../lib/webhooks/rules/webhook-delivery-view.ts';
import { assertMayReceive } from '../../lib/webhooks/steps/authorize-endpoint.ts';
import { endpointInPath } from '../../lib/webhooks/steps/endpoint-in-path.ts';
import { deliveryListing } from '../../lib/webhooks/store/deliveries.ts';
import { countMissed } from '../../lib/webhooks/store/missed-events.ts';
import { recoveryWrite } from '../../lib/webhooks/store/recoveries.ts';

const prefetching = { ...operation, prefetch: itemInPath('endpoint', endpointEntity) };

/** Recover the deliveries that failed and the events that were missed since a time, or only count them in a dry run. */
export const handler = defineEndpoint(prefetching, async ({ caller, params, body, nowMs, newId }) => {
  const sinceMs = recoverySince(body.since, nowMs);
  const receiver = await endpointInPath(caller, params.id);
  assertMayReceive(caller, receiver.events);
  if (!body.dry_run) assertEndpointActive(receiver);
  const filter = { statuses: FAILED_DELIVERY_STATUSES, fromMs: sinceMs, toMs: nowMs };
  const [failed, missed] = await Promise.all([
    countListing(deliveryListing(receiver, filter, nowMs)),
    countMissed(receiver, sinceMs, nowMs),
  ]);
  const count = failed + missed;
  if (body.dry_run) return { status: 200, body: { recovery_id: null, count, dry_run: true } };
  const recovery = newRecovery(newId('recovery'), receiver, sinceMs, nowMs);
  return {
    status: 202,
    body: { recovery_id: recovery.id, count, dry_run: false },
    writes: [recoveryWrite(null, recovery)],
  };
});
