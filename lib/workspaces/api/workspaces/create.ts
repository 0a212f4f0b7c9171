import * as z from 'zod/mini';
import { defineOperation } from '../../../core/api/define-operation.ts';
import { externalId, newWorkspaceFields } from './requests.ts';
import { WorkspaceDetailsResponse } from './responses.ts';

const { name, ...optional } = newWorkspaceFields;

// biome-ignore format: one field per line.
export const WorkspaceCreate = z.strictObject({
  name,
  external_id: z.optional(externalId).check(z.meta({ description: 'The id that your product gives to the workspace. Headers and paths name the workspace by it.', examples: ['customer-17'] })),
  ...optional,
});

export const operation = defineOperation({
  id: 'workspaces.create',
  route: 'POST /v1/workspaces',
  summary: 'Create a workspace',
  description:
    'Create the workspace of a customer. It has no members: your product acts in it by its stage key, which names it in the header `Workspace`. An external id that another workspace has is 409 `external_id_taken`. To create a workspace without storing a key of the request, use `PUT /v1/workspaces/external/{external_id}`. A stage key for some workspaces cannot create any.',
  permissions: ['workspaces:write'],
  stage: true,
  location: true,
  etag: true,
  body: WorkspaceCreate,
  status: 201,
  errors: ['external_id_taken'],
  access: { put: ['Workspace', 'ExternalId', 'WorkspaceSettings'] },
  example: { body: { name: 'Example Bakery', external_id: 'customer-18' } },
});

export const response = WorkspaceDetailsResponse;
