import { defineOperation } from '../../../core/api/define-operation.ts';
import { DeliveryResponse } from './responses.ts';

export const operation = defineOperation({
  id: 'webhooks.get-delivery',
  route: 'GET /v1/webhooks/{id}/deliveries/{delivery_id}',
  summary: 'Retrieve a delivery',
  description: 'Return the delivery with its attempts and responses.',
  permissions: ['webhooks:read'],
  stage: 'optional',
  access: { get: ['Endpoint', 'Delivery'] },
  example: { params: { id: 'wh_01K00000000000000000000000', delivery_id: 'dlv_01K00000000000000000000002' } },
});

export const response = DeliveryResponse;
