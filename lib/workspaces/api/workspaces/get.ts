import { defineOperation } from '../../../core/api/define-operation.ts';
import { WorkspaceDetailsResponse } from './responses.ts';

export const operation = defineOperation({
  id: 'workspaces.get',
  route: 'GET /v1/workspaces/{id}',
  summary: 'Retrieve a workspace of the stage',
  description: 'Return a workspace, by its id or by `external:` and its external id.',
  permissions: ['workspaces:read'],
  stage: true,
  etag: true,
  access: { get: ['Workspace', 'ExternalId'] },
  example: { params: { id: 'ws_01K00000000000000000000001' } },
});

export const response = WorkspaceDetailsResponse;
