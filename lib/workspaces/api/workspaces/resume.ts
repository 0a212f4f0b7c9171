import * as z from 'zod/mini';
import { defineOperation } from '../../../core/api/define-operation.ts';
import { missedPostFields } from './requests.ts';
import { WorkspaceDetailsResponse } from './responses.ts';

export const WorkspaceResume = z.strictObject(missedPostFields);

export const operation = defineOperation({
  id: 'workspaces.resume',
  route: 'POST /v1/workspaces/{id}/resume',
  summary: 'Resume a workspace',
  description:
    'End the suspension of a workspace. Its missed posts are treated as those of `DELETE /v1/halts/{id}`. A workspace that is active does not change.',
  permissions: ['workspaces:write'],
  stage: true,
  ifMatch: true,
  etag: true,
  body: WorkspaceResume,
  errors: ['workspace_deleting'],
  access: {
    get: ['ExternalId', 'WorkspaceSettings', 'Halt'],
    put: ['Workspace', 'HaltRelease', 'WorkspaceSettings', 'Tombstone'],
    remove: ['Halt'],
  },
  example: { params: { id: 'ws_01K00000000000000000000001' }, body: { missed: 'publish' } },
});

export const response = WorkspaceDetailsResponse;
