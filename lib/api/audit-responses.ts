import * as z from 'zod';
import { AUDITED_KINDS, type AuditedKind } from '../domain/audit/audit-fields.ts';
import { ACTOR_TYPES, AUDIT_ACTIONS } from '../domain/audit/audit-log.ts';
import { AUDIT_BREAKS } from '../domain/audit/audit-verification.ts';
import { count, Pagination, time } from './responses.ts';

const hash = z.string().meta({ description: 'SHA-256 in 64 hexadecimal digits.' });
const resourceTypes = AUDITED_KINDS.map((kind) => kind.toLowerCase() as Lowercase<AuditedKind>);

export const AuditEntryResponse = z.object({
  id: z.string(),
  number: count.meta({ description: 'Its place in the chain: 1, 2, 3 and so on, without gaps.' }),
  at: time.meta({ description: 'When the change was made.' }),
  recorded_at: time.meta({ description: 'When it was appended to the log; what `from` and `to` go by.' }),
  actor: z.object({
    type: z
      .enum(ACTOR_TYPES)
      .meta({ description: '`service`: nobody asked for it. `operator`: who runs the service.' }),
    user_id: z.string().nullable(),
    client_id: z.string().nullable().meta({ description: 'The key that was used.' }),
  }),
  source_ip: z.string().nullable(),
  request_id: z.string().nullable().meta({ description: 'The `X-Request-Id` of the request.' }),
  operation: z.string().nullable().meta({ description: 'The `operationId` of the request.' }),
  resource: z.object({ type: z.enum(resourceTypes), id: z.string() }),
  action: z.enum(AUDIT_ACTIONS),
  changes: z
    .array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() }))
    .meta({ description: 'Secret values are `[hidden]`; of a long text the beginning, length and SHA-256.' }),
  previous_hash: hash,
  hash,
});

export const AuditListResponse = z.object({ entries: z.array(AuditEntryResponse), pagination: Pagination });

export const AuditVerifyResponse = z.object({
  valid: z.boolean().meta({ description: 'Whether everything that was checked is right.' }),
  checked: count.meta({ description: 'Entries that were found to be right.' }),
  from: count,
  to: count.meta({ description: 'The last number that was looked at.' }),
  hash: hash.meta({ description: 'The hash of the last entry that was found to be right: keep it.' }),
  head: z.object({ number: count, hash }).meta({ description: 'The newest entry.' }),
  first_broken: z
    .object({ number: count, reason: z.enum(AUDIT_BREAKS) })
    .nullable()
    .meta({ description: 'Where the chain is broken, and how.' }),
  complete: z.boolean().meta({ description: 'Whether the check reached the newest entry.' }),
  next: count.nullable().meta({ description: 'The `from` to go on with; null when there is nothing ahead.' }),
});
