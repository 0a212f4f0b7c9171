import { defineOperation } from '../../../core/api/define-operation.ts';
import { PageQuery } from '../../../core/api/request-fields.ts';
import { listResponse } from '../../../core/api/response-fields.ts';
import { WebhookResponse } from './responses.ts';

export const WebhookListResponse = /* @__PURE__ */ listResponse('webhooks', WebhookResponse, 'webhook endpoints');

export const operation = defineOperation({
  id: 'webhooks.list',
  route: 'GET /v1/webhooks',
  summary: 'List webhook endpoints',
  description:
    'Return the webhook endpoints of the workspace. Those that agents have subscribed come last. Endpoints remain listed after a downgrade to a plan without webhooks.',
  permissions: ['webhooks:read'],
  query: PageQuery,
  access: { list: ['Endpoint'] },
});

export const response = WebhookListResponse;
