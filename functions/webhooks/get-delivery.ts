import { loadOr404 } from '../../lib/core/http/load-or-404.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { itemInPath } from '../../lib/identity/pipeline/prefetch.ts';
import { operation } from '../../lib/webhooks/api/webhooks/get-delivery.ts';
import { endpointEntity } from '../../lib/webhooks/entities/endpoints.ts';
import { mayReadEvent } from '../../lib/webhooks/events/event-permissions.ts';
import { toDeliveryView } from '../../lib/webhooks/rules/webhook-delivery-view.ts';
import { endpointInPath } from '../../lib/webhooks/steps/endpoint-in-path.ts';
import { loadRetainedDelivery } from '../../lib/webhooks/store/deliveries.ts';

const prefetching = { ...operation, prefetch: itemInPath('endpoint', endpointEntity) };

/** Retrieve one delivery with its attempts; without the responses for a caller who may not read its event. */
export const handler = defineEndpoint(prefetching, async ({ caller, params, nowMs }) => {
  const workspaceId = caller.workspace.id;
  const receiver = await endpointInPath(caller, params.id);
  const delivery = await loadOr404('delivery', params.delivery_id, (id) =>
    loadRetainedDelivery(workspaceId, receiver.id, id, nowMs),
  );
  const mayRead = mayReadEvent(caller.permissions, delivery.event_type);
  return { status: 200, body: toDeliveryView(delivery, { mayRead }) };
});
