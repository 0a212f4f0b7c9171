import * as z from 'zod/mini';
import { defineOperation } from '../../../core/api/define-operation.ts';
import { integer, lazyObject, timestamp } from '../../../core/api/response-fields.ts';

const counts = /* @__PURE__ */ lazyObject(() => ({
  items: integer().check(z.meta({ description: 'Items of the table, of all kinds.', examples: [4210] })),
  audit_entries: integer().check(z.meta({ description: 'Of them, entries of the audit log.', examples: [812] })),
  schedules: integer().check(z.meta({ description: 'Scheduled posts that were cancelled.', examples: [31] })),
  files: integer().check(z.meta({ description: 'Files of media, exports and imports.', examples: [96] })),
  bytes: integer().check(z.meta({ description: 'Size of the files, in bytes.', examples: [48210332] })),
  accounts: integer().check(z.meta({ description: 'Connected accounts.', examples: [3] })),
  accounts_not_disconnected: integer().check(
    z.meta({
      description:
        'Of them, accounts whose access the platform did not end: remove it in the settings of the platform.',
      examples: [1],
    }),
  ),
}));

// biome-ignore format: one field per line.
export const WorkspaceDeletionResponse = /* @__PURE__ */ lazyObject(() => ({
  workspace_id: z.string().check(z.meta({ description: 'The id of the workspace.', examples: ['ws_01K00000000000000000000001'] })),
  external_id: z.nullable(z.string()).check(z.meta({ description: 'The id that your product gave to it. Null for none.', examples: ['customer-17'] })),
  status: z.enum(['scheduled', 'running', 'finished']).check(z.meta({ description: '`scheduled`: the workspace can be restored. `finished`: nothing of it is left.', examples: ['finished'] })),
  requested_at: timestamp().check(z.meta({ description: 'Time the deletion was requested.', examples: ['2026-11-20T09:30:00.000Z'] })),
  requested_by: z.string().check(z.meta({ description: 'The stage key that requested it, or `operator`.', examples: ['skey_01K00000000000000000000000'] })),
  delete_at: timestamp().check(z.meta({ description: 'Time until which the workspace could be restored.', examples: ['2026-11-27T09:30:00.000Z'] })),
  started_at: z.nullable(timestamp()).check(z.meta({ description: 'Time the deletion started. Null before.', examples: ['2026-11-27T09:32:00.000Z'] })),
  deleted_at: z.nullable(timestamp()).check(z.meta({ description: 'Time the deletion finished. Null before.', examples: ['2026-11-27T09:41:00.000Z'] })),
  counts: counts().check(z.describe('What was deleted so far.')),
}));

export const operation = defineOperation({
  id: 'workspaces.deletion',
  route: 'GET /v1/workspaces/{id}/deletion',
  summary: 'Retrieve the deletion of a workspace',
  description:
    'Return the progress of a deletion, and afterwards its certificate, which is all that remains of the workspace. Once it is finished, only the id of the workspace finds it: its external id may be that of another workspace.',
  permissions: ['workspaces:read'],
  stage: true,
  access: { get: ['ExternalId', 'WorkspaceDeletion'] },
  example: { params: { id: 'ws_01K00000000000000000000002' } },
});

export const response = WorkspaceDeletionResponse;
