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
    'Return the webhook endpoints of the workspace, or, to a stage key that names none, those of the stage: a key for some workspaces receives the endpoints that receive events of these only, so a page can have fewer than `limit`. Those that agents have subscribed come last. Endpoints remain listed after a downgrade to a plan without webhooks.',
  permissions: ['webhooks:read'],
  stage: 'optional',
  query: PageQuery,
  access: { list: ['Endpoint'] },
});

export const response = WebhookListResponse;
