import { defineOperation } from '../../../core/api/define-operation.ts';
import { PlatformAppResponse } from './responses.ts';

export const operation = defineOperation({
  id: 'platform-apps.get',
  route: 'GET /v1/platform-apps/{platform}',
  summary: 'Retrieve the app credentials of the workspace',
  description:
    'Return the app credentials of the workspace for a platform. The client secret is never returned. If the workspace has none, accounts connect through the app of the stage.',
  permissions: ['accounts:read'],
  access: { get: ['WorkspaceApp'] },
  example: { params: { platform: 'linkedin' } },
});

export const response = PlatformAppResponse;
