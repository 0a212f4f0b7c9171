import * as z from 'zod/mini';
import { defineOperation } from '../../../core/api/define-operation.ts';
import { wholeNumber } from '../../../core/api/request-fields.ts';
import { WorkspaceDetailsResponse } from './responses.ts';

export const DeletionQuery = z.strictObject({ grace_days: z.optional(wholeNumber) });

export const operation = defineOperation({
  id: 'workspaces.delete',
  route: 'DELETE /v1/workspaces/{id}',
  summary: 'Delete a workspace',
  description:
    'Schedule the deletion of a workspace. Publishing is halted: no post is sent after the response, which takes about 1.2 seconds. Within a minute, every request in the workspace is 409 `workspace_deleting`. Until `delete_at`, `POST /v1/workspaces/{id}/restore` restores it. Then its accounts are disconnected, and its data and files are deleted; `GET /v1/workspaces/{id}/deletion` shows the progress. A repeated request with fewer days brings `delete_at` forward, and never delays it.',
  permissions: ['workspaces:write'],
  stage: true,
  ifMatch: true,
  etag: true,
  query: DeletionQuery,
  access: {
    get: ['ExternalId', 'WorkspaceSettings', 'WorkspaceDeletion'],
    put: ['Workspace', 'Halt', 'WorkspaceSettings', 'WorkspaceDeletion'],
  },
  example: { params: { id: 'ws_01K00000000000000000000001' }, query: { grace_days: '7' } },
});

export const response = WorkspaceDetailsResponse;
