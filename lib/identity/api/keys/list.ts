import { defineOperation } from '../../../core/api/define-operation.ts';
import { PageQuery } from '../../../core/api/request-fields.ts';
import { listResponse } from '../../../core/api/response-fields.ts';
import { KeyResponse } from './responses.ts';

export const KeyListResponse = /* @__PURE__ */ listResponse('keys', KeyResponse, 'API keys');

export const operation = defineOperation({
  id: 'keys.list',
  route: 'GET /v1/keys',
  summary: 'List API keys',
  description:
    'Return the API keys of the workspace, newest first, with their permissions, allowed IP addresses, expiry and last use. Secrets are never returned. A session without `keys:read` receives the keys of the applications that its member has authorized.',
  permissions: ['keys:read'],
  ownApplications: true,
  query: PageQuery,
  access: { get: ['AgentUsage'], indexes: ['by_parent'] },
});

export const response = KeyListResponse;
