import { operation } from '../../lib/api/webhooks/get-delivery.ts';
import { toDeliveryView } from '../../lib/domain/webhooks/webhook-delivery-view.ts';
import { defineEndpoint } from '../../lib/http/define-endpoint.ts';
import { loadOr404 } from '../../lib/http/load-or-404.ts';
import { itemInPath } from '../../lib/http/prefetch.ts';
import { loadRetainedDelivery } from '../../lib/table/deliveries.ts';
import { loadEndpoint } from '../../lib/table/webhook-endpoints.ts';

const prefetching = { ...operation, prefetch: itemInPath('endpoint', 'Endpoint') };

/** Retrieve one delivery with its attempts. */
export const handler = defineEndpoint(prefetching, async ({ caller, params, nowMs }) => {
  const workspaceId = caller.workspace.id;
  const receiver = await loadOr404('endpoint', params.id, (id) => loadEndpoint(workspaceId, id));
  const delivery = await loadOr404('delivery', params.delivery_id, (id) =>
    loadRetainedDelivery(workspaceId, receiver.id, id, nowMs),
  );
  return { status: 200, body: toDeliveryView(delivery) };
});
