import { defineOperation } from '../../../core/api/define-operation.ts';
import { WebhookResponse } from './responses.ts';

export const operation = defineOperation({
  id: 'webhooks.get',
  route: 'GET /v1/webhooks/{id}',
  summary: 'Retrieve a webhook endpoint',
  description:
    'Return the endpoint, with the time since which all attempts have failed and the time at which further failures disable it.',
  permissions: ['webhooks:read'],
  stage: 'optional',
  access: { get: ['Endpoint'] },
  example: { params: { id: 'wh_01K00000000000000000000000' } },
});

export const response = WebhookResponse;
