import { defineOperation } from '../../../core/api/define-operation.ts';
import { DeliveryResponse } from './responses.ts';

export const operation = defineOperation({
  id: 'webhooks.replay-delivery',
  route: 'POST /v1/webhooks/{id}/deliveries/{delivery_id}/replay',
  summary: 'Replay a delivery',
  description:
    'Start a new series of attempts with the same `webhook-id`. You can also replay successful deliveries. The token also needs the permission to read the event.',
  permissions: ['webhooks:write'],
  stage: 'optional',
  plan: 'webhookPlan',
  status: 202,
  errors: ['delivery_pending', 'endpoint_not_active'],
  access: { get: ['Endpoint', 'Delivery'], put: ['Delivery'] },
  example: { params: { id: 'wh_01K00000000000000000000000', delivery_id: 'dlv_01K00000000000000000000002' } },
});

export const response = DeliveryResponse;
