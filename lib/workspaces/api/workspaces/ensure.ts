import * as z from 'zod/mini';
import { defineOperation } from '../../../core/api/define-operation.ts';
import { newWorkspaceFields } from './requests.ts';
import { WorkspaceDetailsResponse } from './responses.ts';

export const WorkspaceEnsure = z.strictObject(newWorkspaceFields);

export const operation = defineOperation({
  id: 'workspaces.ensure',
  route: 'PUT /v1/workspaces/external/{external_id}',
  summary: 'Create or return a workspace by external id',
  description:
    'Create the workspace with this external id (201), or return the one that has it, unchanged (200). Repeat the request when a response is lost: however often and by however many processes it is sent, there is one workspace. `PUT /v1/workspaces/{id}` changes it.',
  permissions: ['workspaces:write'],
  stage: true,
  location: true,
  etag: true,
  body: WorkspaceEnsure,
  status: 201,
  alternateStatus: 200,
  errors: ['invalid_external_id', 'workspace_deleting'],
  access: { get: ['ExternalId', 'WorkspaceDeletion'], put: ['Workspace', 'ExternalId', 'WorkspaceSettings'] },
  example: { params: { external_id: 'customer-17' }, body: { name: 'Example Bakery' } },
});

export const response = WorkspaceDetailsResponse;
