import * as z from 'zod/mini';
import { defineOperation } from '../../../core/api/define-operation.ts';
import { STAGE_PERMISSIONS } from '../../../core/api/permission.ts';
import { distinct, labelSchema, time } from '../../../core/api/request-fields.ts';
import { isId } from '../../../core/values/id.ts';
import { STAGE_WORKSPACE_ID } from '../../rules/stage.ts';
import { MAX_NAMED_WORKSPACES } from '../../rules/stage-key-policy.ts';
import { allowedIps } from '../keys/requests.ts';
import { StageKeySecretResponse } from './responses.ts';

const workspaceId = z.string().check(
  z.maxLength(64),
  z.refine((id) => isId('workspace', id) && id !== STAGE_WORKSPACE_ID, 'Must be the id of a workspace.'),
);

// biome-ignore format: one field per line.
export const StageKeyCreate = z.strictObject({
  name: labelSchema(100).check(z.meta({ description: 'A name for the stage key. Names do not have to be unique.', examples: ['Production'] })),
  permissions: z.optional(distinct(z.enum(STAGE_PERMISSIONS), STAGE_PERMISSIONS.length).check(z.minLength(1))).check(z.describe('Must be a subset of those of your stage key. Defaults to all of them.')),
  workspaces: z.optional(z.union([z.literal('*'), distinct(workspaceId, MAX_NAMED_WORKSPACES).check(z.minLength(1))], { error: 'Must be "*", or a list of ids of workspaces.' })).check(z.meta({ description: 'The ids of the only workspaces that the stage key may name. `*`: all workspaces of the stage, also those that are created later. Defaults to those of your stage key.', examples: ['*'] })),
  allowed_ips: z.optional(allowedIps).check(z.meta({ description: 'IP addresses and CIDR blocks from which the stage key can be used. Defaults to no restriction.', examples: [['192.0.2.0/24']] })),
  expires_at: z.optional(z.nullable(time)).check(z.describe('Time the stage key and its access tokens expire.')),
});

export const operation = defineOperation({
  id: 'stage-keys.create',
  route: 'POST /v1/stage-keys',
  summary: 'Create a stage key',
  description:
    'Create a stage key with at most the permissions and the workspaces of yours. `npm run workspace -- stage-key` creates the first one of a stage. A stage key acts in each workspace that it names: it never approves a post, and makes no session. The secret is returned only in this response.',
  permissions: ['stage_keys:write'],
  stage: true,
  showsSecret: true,
  location: true,
  body: StageKeyCreate,
  status: 201,
  errors: ['key_limit'],
  access: { put: ['ApiKey'], add: ['Counter'] },
  example: { body: { name: 'Reports', permissions: ['content:read', 'analytics:read'], workspaces: '*' } },
});

export const response = StageKeySecretResponse;
