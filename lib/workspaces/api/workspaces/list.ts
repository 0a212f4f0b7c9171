import * as z from 'zod/mini';
import { defineOperation } from '../../../core/api/define-operation.ts';
import { pageFields, timeParameter } from '../../../core/api/request-fields.ts';
import { listResponse } from '../../../core/api/response-fields.ts';
import { WORKSPACE_STATUSES } from '../../rules/workspace-details.ts';
import { workspaceLabel } from './requests.ts';
import { WorkspaceDetailsResponse } from './responses.ts';

export const WorkspaceQuery = z.strictObject({
  ...pageFields,
  external_id: z.optional(z.string().check(z.maxLength(255))),
  label: z.optional(workspaceLabel),
  status: z.optional(z.enum(WORKSPACE_STATUSES)),
  created_since: z.optional(timeParameter),
});

export const WorkspaceListResponse = /* @__PURE__ */ listResponse('workspaces', WorkspaceDetailsResponse, 'workspaces');

export const operation = defineOperation({
  id: 'workspaces.list',
  route: 'GET /v1/workspaces',
  summary: 'List the workspaces of the stage',
  description:
    'Return the workspaces that the stage key may name, newest first. The list may miss those of the last second. A page of `status=active`, or of a `label` with a `status`, can have fewer than `limit`, and its total counts every status. A stage key for some workspaces receives all of them on one page.',
  permissions: ['workspaces:read'],
  stage: true,
  query: WorkspaceQuery,
  access: { get: ['Workspace', 'ExternalId'], indexes: ['by_parent', 'by_status', 'by_category'] },
});

export const response = WorkspaceListResponse;
