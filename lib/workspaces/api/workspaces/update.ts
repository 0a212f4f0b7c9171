import * as z from 'zod/mini';
import { defineOperation } from '../../../core/api/define-operation.ts';
import { updateSchema } from '../../../core/api/request-fields.ts';
import { externalId, workspaceFields } from './requests.ts';
import { WorkspaceDetailsResponse } from './responses.ts';

export const WorkspaceChange = updateSchema({
  ...workspaceFields,
  external_id: externalId.check(
    z.meta({
      description: 'The external id of a workspace that has none. It never changes.',
      examples: ['customer-17'],
    }),
  ),
});

export const operation = defineOperation({
  id: 'workspaces.update',
  route: 'PUT /v1/workspaces/{id}',
  summary: 'Update a workspace of the stage',
  description:
    'Update the name, the plan, the limits, the label or the metadata of a workspace. Omitted fields do not change; `metadata` is replaced as a whole. A workspace without an external id can receive one. Requests use a new plan or limit within a minute. `posts_per_day` and `platform_micro_usd_per_month` count from when the limit is set.',
  permissions: ['workspaces:write'],
  stage: true,
  ifMatch: true,
  etag: true,
  body: WorkspaceChange,
  errors: ['external_id_taken', 'external_id_set', 'workspace_deleting'],
  access: { get: ['ExternalId', 'WorkspaceSettings'], put: ['Workspace', 'ExternalId', 'WorkspaceSettings'] },
  example: { params: { id: 'ws_01K00000000000000000000001' }, body: { metadata: { tier: 'gold' } } },
});

export const response = WorkspaceDetailsResponse;
