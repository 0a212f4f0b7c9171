import * as z from 'zod';
import { ACTOR_TYPES, AUDIT_ACTIONS } from '../../domain/audit/audit-log.ts';
import { RESOURCE_TYPES } from '../../domain/audit/audited-kinds.ts';
import { defineOperation } from '../define-operation.ts';
import { pageFields, timeParameter } from '../request-fields.ts';
import { integer, lazyObject, listResponse, sha256Hash, timestamp } from '../response-fields.ts';

export const AuditQuery = z.strictObject({
  ...pageFields,
  from: timeParameter.optional().describe('Only return entries recorded at or after this time.'),
  to: timeParameter.optional().describe('Only return entries recorded before this time.'),
});

const resourceTypes = Object.values(RESOURCE_TYPES);

export const AuditEntryResponse = lazyObject(() => ({
  id: z.string(),
  number: integer().describe('Position in the chain: 1, 2, 3 and so on, without gaps.'),
  at: timestamp().describe('Time of the change.'),
  recorded_at: timestamp().describe(
    'Time the entry was appended to the audit log. `from` and `to` filter by this time.',
  ),
  actor: z.object({
    type: z
      .enum(ACTOR_TYPES)
      .describe('`service`: changed automatically. `operator`: changed by the operator of the service.'),
    user_id: z.string().nullable(),
    client_id: z.string().nullable().describe('The client id of the API key that was used.'),
  }),
  source_ip: z
    .string()
    .nullable()
    .describe(
      'The address the request came from. Null for an automatic change, and once it was erased or has expired.',
    ),
  request_id: z.string().nullable().describe('The `X-Request-Id` of the request.'),
  operation: z.string().nullable().describe('The `operationId` of the request.'),
  resource: z.object({ type: z.enum(resourceTypes), id: z.string() }),
  action: z.enum(AUDIT_ACTIONS),
  changes: z
    .array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() }))
    .nullable()
    .describe(
      'Null once they were erased. Secret values are replaced by `[hidden]`, long texts by their beginning, length and SHA-256 hash.',
    ),
  digests: z
    .object({ source_ip: sha256Hash().nullable(), changes: sha256Hash() })
    .describe('Salted digests of `source_ip` and `changes`, which `hash` covers in their place.'),
  salts: z
    .object({ source_ip: z.string().nullable(), changes: z.string().nullable() })
    .describe('The salts of the digests. Null once they were erased.'),
  previous_hash: sha256Hash(),
  hash: sha256Hash(),
}));

export const AuditListResponse = listResponse('entries', AuditEntryResponse);

export const operation = defineOperation({
  id: 'audit.list',
  route: 'GET /v1/audit',
  summary: 'List audit log entries',
  description:
    'Return every change of the workspace, newest first, with its actor, source address, and the values before and after; secrets are redacted. Entries are append-only. Filter by recording time.',
  permissions: ['audit:read'],
  query: AuditQuery,
  access: { get: ['AuditClaim'], list: ['AuditEntry'] },
});

export const response = AuditListResponse;
