import { operation } from '../../lib/api/webhooks/replay-delivery.ts';
import { replay, toDeliveryView } from '../../lib/domain/webhooks/webhook-delivery-view.ts';
import { defineEndpoint } from '../../lib/http/define-endpoint.ts';
import { loadOr404 } from '../../lib/http/load-or-404.ts';
import { itemInPath } from '../../lib/http/prefetch.ts';
import { deliveryWrite, loadRetainedDelivery } from '../../lib/table/deliveries.ts';
import { loadEndpoint } from '../../lib/table/webhook-endpoints.ts';

const prefetching = { ...operation, prefetch: itemInPath('endpoint', 'Endpoint') };

/** Replay a delivery with a new series of attempts, whatever its status. */
export const handler = defineEndpoint(prefetching, async ({ caller, params, nowMs }) => {
  const workspaceId = caller.workspace.id;
  const receiver = await loadOr404('endpoint', params.id, (id) => loadEndpoint(workspaceId, id));
  const delivery = await loadOr404('delivery', params.delivery_id, (id) =>
    loadRetainedDelivery(workspaceId, receiver.id, id, nowMs),
  );
  const next = replay(delivery, receiver, nowMs);
  return { status: 202, body: toDeliveryView(next), writes: [deliveryWrite(delivery, next)] };
});
