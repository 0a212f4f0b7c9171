import { defineOperation } from '../../../core/api/define-operation.ts';
import { VerifyResponse } from './responses.ts';

export const operation = defineOperation({
  id: 'auth.verify',
  route: 'GET /v1/auth/verify',
  aliasPath: '/auth/verify',
  summary: 'Verify an access token',
  description:
    'Return the user, workspace, API key, permissions and expiry of the access token in the request, and the terms and the budgets of an agent key.',
  permissions: 'token',
  stage: 'optional',
  agents: true,
  portals: true,
  access: { get: ['AgentUsage'] },
});

export const response = VerifyResponse;
