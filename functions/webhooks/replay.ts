import { deliveryData, replay } from '../../lib/domain/delivery.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { found } from '../../lib/http/found.ts';
import { deliveryWrite, loadLoggedDelivery } from '../../lib/table/delivery.ts';
import { loadEndpoint } from '../../lib/table/endpoint.ts';

/** Puts a delivery back for a new series of attempts, whatever became of it. */
export const handler = endpoint('webhooks.replay', async ({ caller, params, nowMs }) => {
  const workspaceId = caller.workspace.id;
  const receiver = await found('endpoint', params.id, (id) => loadEndpoint(workspaceId, id));
  const delivery = await found('delivery', params.delivery_id, (id) =>
    loadLoggedDelivery(workspaceId, receiver.id, id, nowMs),
  );
  const next = replay(delivery, receiver, nowMs);
  return { status: 202, body: deliveryData(next), change: [deliveryWrite(delivery, next)] };
});
