import { loadOr404 } from '../../lib/core/http/load-or-404.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { itemInPath } from '../../lib/identity/pipeline/prefetch.ts';
import { operation } from '../../lib/webhooks/api/webhooks/replay-delivery.ts';
import { endpointEntity } from '../../lib/webhooks/entities/endpoints.ts';
import { replay, toDeliveryView } from '../../lib/webhooks/rules/webhook-delivery-view.ts';
import { assertMayReceive } from '../../lib/webhooks/steps/authorize-endpoint.ts';
import { endpointInPath } from '../../lib/webhooks/steps/endpoint-in-path.ts';
import { deliveryWrite, loadRetainedDelivery } from '../../lib/webhooks/store/deliveries.ts';

const prefetching = { ...operation, prefetch: itemInPath('endpoint', endpointEntity) };

/** Replay a delivery with a new series of attempts, whatever its status. */
export const handler = defineEndpoint(prefetching, async ({ caller, params, nowMs }) => {
  const workspaceId = caller.workspace.id;
  const receiver = await endpointInPath(caller, params.id);
  const delivery = await loadOr404('delivery', params.delivery_id, (id) =>
    loadRetainedDelivery(workspaceId, receiver.id, id, nowMs),
  );
  assertMayReceive(caller, [delivery.event_type]);
  const next = replay(delivery, receiver, nowMs);
  return { status: 202, body: toDeliveryView(next, { mayRead: true }), writes: [deliveryWrite(delivery, next)] };
});
