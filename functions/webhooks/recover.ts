import { FAILED_DELIVERY_STATUSES, refuseUnlessActive } from '../../lib/domain/delivery.ts';
import { newRecovery, recoverySince } from '../../lib/domain/recovery.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { found } from '../../lib/http/found.ts';
import { deliveryListing } from '../../lib/table/delivery.ts';
import { loadEndpoint } from '../../lib/table/endpoint.ts';
import { countListing } from '../../lib/table/page.ts';
import { recoveryWrite } from '../../lib/table/recovery.ts';

/** Counts what failed since a time, and unless that was all, has it delivered again. */
export const handler = endpoint('webhooks.recover', async ({ caller, params, body, nowMs, newId }) => {
  const sinceMs = recoverySince(body.since, nowMs);
  const receiver = await found('endpoint', params.id, (id) => loadEndpoint(caller.workspace.id, id));
  if (!body.dry_run) refuseUnlessActive(receiver);
  const filter = { statuses: FAILED_DELIVERY_STATUSES, fromMs: sinceMs, toMs: nowMs };
  const count = await countListing(deliveryListing(receiver, filter, nowMs));
  if (body.dry_run) return { status: 200, body: { recovery_id: null, count, dry_run: true } };
  const recovery = newRecovery(newId('recovery'), receiver, sinceMs, nowMs);
  return {
    status: 202,
    body: { recovery_id: recovery.id, count, dry_run: false },
    change: [recoveryWrite(null, recovery)],
  };
});
