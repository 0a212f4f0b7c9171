import { defineOperation } from '../../../core/api/define-operation.ts';
import { VerifyResponse } from './responses.ts';

export const operation = defineOperation({
  id: 'auth.verify',
  route: 'GET /v1/auth/verify',
  aliasPath: '/auth/verify',
  summary: 'Verify an access token',
  description: 'Return the user, workspace, API key, permissions and expiry of the access token in the request.',
  permissions: 'token',
  agents: true,
});

export const response = VerifyResponse;
