import * as z from 'zod/mini';
import { defineOperation } from '../../../core/api/define-operation.ts';
import { MAX_SPREAD_SECONDS, MISSED_POLICIES } from '../../../halts/rules/halt-release.ts';
import { WorkspaceDetailsResponse } from './responses.ts';

// biome-ignore format: one field per line.
export const WorkspaceResume = z.strictObject({
  missed: z._default(z.enum(MISSED_POLICIES), 'publish').check(z.meta({ description: 'What happens to the posts that were due in the meantime: `publish` reschedules them, `mark_missed` lets them fail.', examples: ['publish'] })),
  spread_seconds: z._default(z.int().check(z.minimum(0), z.maximum(MAX_SPREAD_SECONDS)), 900).check(z.meta({ description: 'The time over which they are rescheduled, in seconds.', examples: [900] })),
});

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
  errors: ['workspace_mismatch'],
  access: {
    get: ['ExternalId', 'WorkspaceSettings', 'Halt'],
    put: ['Workspace', 'HaltRelease', 'WorkspaceSettings', 'Tombstone'],
    remove: ['Halt'],
  },
  example: { params: { id: 'ws_01K00000000000000000000001' }, body: { missed: 'publish' } },
});

export const response = WorkspaceDetailsResponse;
