import { defineOperation } from '../../../core/api/define-operation.ts';
import { DeletedResponse } from '../../../core/api/response-fields.ts';

export const operation = defineOperation({
  id: 'platform-apps.delete',
  route: 'DELETE /v1/platform-apps/{platform}',
  summary: 'Delete the app credentials of the workspace',
  description:
    'Delete the app credentials of the workspace for a platform. New connections then use the app of the stage. Connected accounts stay connected.',
  permissions: ['accounts:write'],
  access: { get: ['WorkspaceApp'], put: ['Tombstone'], remove: ['WorkspaceApp'] },
  example: { params: { platform: 'linkedin' } },
});

export const response = DeletedResponse;
