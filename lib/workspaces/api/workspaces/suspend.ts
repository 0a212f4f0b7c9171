import * as z from 'zod/mini';
import { defineOperation } from '../../../core/api/define-operation.ts';
import { textSchema } from '../../../core/api/request-fields.ts';
import { SUSPENSION_SCOPES } from '../../rules/workspace-details.ts';
import { WorkspaceDetailsResponse } from './responses.ts';

// biome-ignore format: one field per line.
export const WorkspaceSuspend = z.strictObject({
  scope: z.enum(SUSPENSION_SCOPES).check(z.meta({ description: '`publishing`: nothing is published. `all`: besides, nothing can be changed.', examples: ['publishing'] })),
  reason: textSchema(280).check(z.meta({ description: 'Why the workspace is suspended. Its members see it.', examples: ['The invoice is overdue.'] })),
});

export const operation = defineOperation({
  id: 'workspaces.suspend',
  route: 'POST /v1/workspaces/{id}/suspend',
  summary: 'Suspend a workspace',
  description:
    'Halt publishing in a workspace, as `POST /v1/halts` does. Members cannot resume it. No post is sent after the response, which takes about 1.2 seconds. With the scope `all`, its requests other than GET are 409 `workspace_suspended` within a minute. A workspace that is suspended receives the new scope and reason.',
  permissions: ['workspaces:write'],
  stage: true,
  ifMatch: true,
  etag: true,
  body: WorkspaceSuspend,
  errors: ['workspace_deleting'],
  access: { get: ['ExternalId', 'WorkspaceSettings', 'Halt'], put: ['Workspace', 'Halt', 'WorkspaceSettings'] },
  example: {
    params: { id: 'ws_01K00000000000000000000001' },
    body: { scope: 'publishing', reason: 'The invoice is overdue.' },
  },
});

export const response = WorkspaceDetailsResponse;
