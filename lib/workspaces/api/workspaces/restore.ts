import * as z from 'zod/mini';
import { defineOperation } from '../../../core/api/define-operation.ts';
import { missedPostFields } from './requests.ts';
import { WorkspaceDetailsResponse } from './responses.ts';

export const WorkspaceRestore = z.strictObject(missedPostFields);

export const operation = defineOperation({
  id: 'workspaces.restore',
  route: 'POST /v1/workspaces/{id}/restore',
  summary: 'Restore a workspace',
  description:
    'Withdraw the deletion of a workspace until its `delete_at`; afterwards the response is 409 `workspace_deleting`. A suspension from before continues. Otherwise publishing resumes, and missed posts are treated as those of `POST /v1/workspaces/{id}/resume`. A workspace without a deletion does not change.',
  permissions: ['workspaces:write'],
  stage: true,
  ifMatch: true,
  etag: true,
  body: WorkspaceRestore,
  errors: ['workspace_deleting'],
  access: {
    get: ['ExternalId', 'WorkspaceSettings', 'Halt', 'WorkspaceDeletion'],
    put: ['Workspace', 'HaltRelease', 'WorkspaceSettings', 'Tombstone'],
    remove: ['Halt', 'WorkspaceDeletion'],
  },
  example: { params: { id: 'ws_01K00000000000000000000001' }, body: { missed: 'publish' } },
});

export const response = WorkspaceDetailsResponse;
