import { defineOperation } from '../../../core/api/define-operation.ts';
import { WorkspaceResponse } from './responses.ts';

export const operation = defineOperation({
  id: 'workspace.get',
  route: 'GET /v1/workspace',
  summary: 'Retrieve the workspace',
  description: 'Return the workspace of the access token, its settings, and the storage that its media library uses.',
  permissions: 'token',
  agents: true,
  portals: true,
  access: { get: ['WorkspaceSettings', 'Counter'] },
});

export const response = WorkspaceResponse;
