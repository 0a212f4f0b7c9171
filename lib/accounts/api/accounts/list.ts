import { defineOperation } from '../../../core/api/define-operation.ts';
import { PageQuery } from '../../../core/api/request-fields.ts';
import { listResponse } from '../../../core/api/response-fields.ts';
import { AccountResponse } from './responses.ts';

export const AccountListResponse = /* @__PURE__ */ listResponse('accounts', AccountResponse, 'platform accounts');

export const operation = defineOperation({
  id: 'accounts.list',
  route: 'GET /v1/accounts',
  summary: 'List platform accounts',
  description: 'Return the connected accounts of the workspace, oldest first. Credentials are never returned.',
  permissions: ['accounts:read'],
  agents: true,
  portals: true,
  query: PageQuery,
  access: { get: ['MetricsSpending'], list: ['Account'] },
});

export const response = AccountListResponse;
