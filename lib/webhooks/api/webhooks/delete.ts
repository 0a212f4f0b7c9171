import { defineOperation } from '../../../core/api/define-operation.ts';
import { DeletedResponse } from '../../../core/api/response-fields.ts';

export const operation = defineOperation({
  id: 'webhooks.delete',
  route: 'DELETE /v1/webhooks/{id}',
  summary: 'Delete a webhook endpoint',
  description: 'Delete the endpoint and drop its pending deliveries. You can no longer retrieve its deliveries.',
  permissions: ['webhooks:write'],
  stage: 'optional',
  access: { get: ['Endpoint'], put: ['Tombstone'], add: ['Counter'], remove: ['Endpoint', 'EndpointUrlReservation'] },
  example: { params: { id: 'wh_01K00000000000000000000002' } },
});

export const response = DeletedResponse;
