import * as z from 'zod/mini';
import { defineOperation } from '../../../core/api/define-operation.ts';
import { pageFields, timeParameter } from '../../../core/api/request-fields.ts';
import { integer, lazyObject, listResponse, sha256Hash, timestamp } from '../../../core/api/response-fields.ts';
import { RESOURCE_TYPES } from '../../../core/table/audited-kinds.ts';
import { ACTOR_TYPES, AUDIT_ACTIONS } from '../../rules/audit-log.ts';

export const AuditQuery = z.strictObject({
  ...pageFields,
  from: z.optional(timeParameter).check(z.describe('Only return entries recorded at or after this time.')),
  to: z.optional(timeParameter).check(z.describe('Only return entries recorded before this time.')),
});

const resourceTypes = Object.values(RESOURCE_TYPES);

export const AuditEntryResponse = lazyObject(() => ({
  id: z.string(),
  number: integer().check(z.describe('Position in the chain: 1, 2, 3 and so on, without gaps.')),
  at: timestamp().check(z.describe('Time of the change.')),
  recorded_at: timestamp().check(
    z.describe('Time the entry was appended to the audit log. `from` and `to` filter by this time.'),
  ),
  actor: z.object({
    type: z
      .enum(ACTOR_TYPES)
      .check(
        z.describe(
          '`service`: changed automatically. `operator`: changed by the operator of the service. `review_link`: changed by an external reviewer.',
        ),
      ),
    user_id: z.nullable(z.string()),
    client_id: z.nullable(z.string()).check(z.describe('The client id of the API key that was used.')),
    review_link_id: z.optional(z.string()),
  }),
  source_ip: z
    .nullable(z.string())
    .check(
      z.describe(
        'The address the request came from. Null for an automatic change, and once it was erased or has expired.',
      ),
    ),
  request_id: z.nullable(z.string()).check(z.describe('The `X-Request-Id` of the request.')),
  operation: z.nullable(z.string()).check(z.describe('The `operationId` of the request.')),
  resource: z.object({ type: z.enum(resourceTypes), id: z.string() }),
  action: z.enum(AUDIT_ACTIONS),
  changes: z
    .nullable(z.array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })))
    .check(
      z.describe(
        'Null once they were erased. Secret values are replaced by `[hidden]`, long texts by their beginning, length and SHA-256 hash.',
      ),
    ),
  digests: z
    .object({ source_ip: z.nullable(sha256Hash()), changes: sha256Hash() })
    .check(z.describe('Salted digests of `source_ip` and `changes`, which `hash` covers in their place.')),
  salts: z
    .object({ source_ip: z.nullable(z.string()), changes: z.nullable(z.string()) })
    .check(z.describe('The salts of the digests. Null once they were erased.')),
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
