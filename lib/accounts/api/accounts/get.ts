import { defineOperation } from '../../../core/api/define-operation.ts';
import { AccountResponse } from './responses.ts';

export const operation = defineOperation({
  id: 'accounts.get',
  route: 'GET /v1/accounts/{id}',
  summary: 'Retrieve a platform account',
  description:
    'Return the account, its status, and the reason if you must reconnect it. Credentials are never returned.',
  permissions: ['accounts:read'],
  agents: true,
  portals: true,
  etag: true,
  access: { get: ['Account', 'MetricsSpending'] },
  example: { params: { id: 'acc_01K00000000000000000000000' } },
});

export const response = AccountResponse;
