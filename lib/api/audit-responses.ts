import * as z from 'zod';
import { AUDITED_KINDS, type AuditedKind } from '../domain/audit/audit-fields.ts';
import { ACTOR_TYPES, AUDIT_ACTIONS } from '../domain/audit/audit-log.ts';
import { AUDIT_BREAKS } from '../domain/audit/audit-verification.ts';
import { count, Pagination, time } from './responses.ts';

const hash = z.string().meta({ description: 'A SHA-256 hash as 64 hexadecimal digits.' });
const resourceTypes = AUDITED_KINDS.map((kind) => kind.toLowerCase() as Lowercase<AuditedKind>);

export const AuditEntryResponse = z.object({
  id: z.string(),
  number: count.meta({ description: 'Position in the chain: 1, 2, 3 and so on, without gaps.' }),
  at: time.meta({ description: 'Time of the change.' }),
  recorded_at: time.meta({
    description: 'Time the entry was appended to the audit log. `from` and `to` filter by this time.',
  }),
  actor: z.object({
    type: z.enum(ACTOR_TYPES).meta({
      description: '`service`: changed automatically. `operator`: changed by the operator of the service.',
    }),
    user_id: z.string().nullable(),
    client_id: z.string().nullable().meta({ description: 'The client id of the API key that was used.' }),
  }),
  source_ip: z.string().nullable(),
  request_id: z.string().nullable().meta({ description: 'The `X-Request-Id` of the request.' }),
  operation: z.string().nullable().meta({ description: 'The `operationId` of the request.' }),
  resource: z.object({ type: z.enum(resourceTypes), id: z.string() }),
  action: z.enum(AUDIT_ACTIONS),
  changes: z.array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })).meta({
    description:
      'Secret values are replaced by `[hidden]`, long texts by their beginning, length and SHA-256 hash.',
  }),
  previous_hash: hash,
  hash,
});

export const AuditListResponse = z.object({ entries: z.array(AuditEntryResponse), pagination: Pagination });

export const AuditVerifyResponse = z.object({
  valid: z.boolean().meta({ description: 'Whether all verified entries are intact.' }),
  checked: count.meta({ description: 'Number of entries that were verified as intact.' }),
  from: count,
  to: count.meta({ description: 'Number of the last verified entry.' }),
  hash: hash.meta({
    description:
      'The hash of the last intact entry. Store it and send it as `previous_hash` with the next verification.',
  }),
  head: z.object({ number: count, hash }).meta({ description: 'The most recent entry.' }),
  first_broken: z
    .object({ number: count, reason: z.enum(AUDIT_BREAKS) })
    .nullable()
    .meta({ description: 'The first broken entry. Null if there is none.' }),
  complete: z.boolean().meta({ description: 'Whether the verification reached the most recent entry.' }),
  next: count
    .nullable()
    .meta({ description: 'The value of `from` for the next request. Null if there are no more entries.' }),
});
