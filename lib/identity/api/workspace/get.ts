import { defineOperation } from '../../../core/api/define-operation.ts';
import { WorkspaceResponse } from './responses.ts';

export const operation = defineOperation({
  id: 'workspace.get',
  route: 'GET /v1/workspace',
  summary: 'Retrieve the workspace',
  description: 'Return the workspace of the access token and its settings.',
  permissions: 'token',
  access: { get: ['WorkspaceSettings'] },
});

export const response = WorkspaceResponse;
