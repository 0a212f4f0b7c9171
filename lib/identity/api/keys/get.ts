import { defineOperation } from '../../../core/api/define-operation.ts';
import { KeyResponse } from './responses.ts';

export const operation = defineOperation({
  id: 'keys.get',
  route: 'GET /v1/keys/{id}',
  summary: 'Retrieve an API key',
  description:
    'Return the API key with its permissions, allowed IP addresses, expiry and last use. The secret is never returned.',
  permissions: ['keys:read'],
  access: { get: ['AgentUsage'] },
  example: { params: { id: 'key_01K00000000000000000000001' } },
});

export const response = KeyResponse;
