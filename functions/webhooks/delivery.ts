import { deliveryData } from '../../lib/domain/delivery.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { found } from '../../lib/http/found.ts';
import { loadLoggedDelivery } from '../../lib/table/delivery.ts';
import { loadEndpoint } from '../../lib/table/endpoint.ts';

/** Reads one delivery with its attempts. */
export const handler = endpoint('webhooks.delivery', async ({ caller, params, nowMs }) => {
  const workspaceId = caller.workspace.id;
  const receiver = await found('endpoint', params.id, (id) => loadEndpoint(workspaceId, id));
  const delivery = await found('delivery', params.delivery_id, (id) =>
    loadLoggedDelivery(workspaceId, receiver.id, id, nowMs),
  );
  return { status: 200, body: deliveryData(delivery) };
});
