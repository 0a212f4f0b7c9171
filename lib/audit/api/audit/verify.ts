import * as z from 'zod/mini';
import { defineOperation } from '../../../core/api/define-operation.ts';
import { integer, lazyObject, sha256Hash } from '../../../core/api/response-fields.ts';
import { AUDIT_BREAKS } from '../../rules/audit-verification.ts';

/** Maximum number of entries verified by one request. */
const MAX_ENTRIES_PER_VERIFICATION = 1000;

const wholeNumber = z.pipe(z.string().check(z.regex(/^\d{1,12}$/, 'Must be a whole number.')), z.transform(Number));

// biome-ignore format: one field per line.
export const AuditVerifyQuery = z.strictObject({
  from: z
    ._default(z.pipe(wholeNumber, z.number().check(z.minimum(1, 'Must be at least 1.'))), 1)
    .check(z.describe('Number of the first entry to verify.')),
  limit: z
    ._default(
      z.pipe(
        wholeNumber,
        z
          .number()
          .check(
            z.minimum(1, 'Must be at least 1.'),
            z.maximum(MAX_ENTRIES_PER_VERIFICATION, `Must be at most ${MAX_ENTRIES_PER_VERIFICATION}.`),
          ),
      ),
      MAX_ENTRIES_PER_VERIFICATION,
    )
    .check(z.describe('Maximum number of entries to verify.')),
  previous_hash: z
    .optional(z.string().check(z.regex(/^[0-9a-f]{64}$/, 'Must be 64 lowercase hexadecimal digits.')))
    .check(
      z.describe(
        'The hash of the entry before `from`, stored from an earlier verification. Detects a chain that was rewritten since.',
      ),
    ),
});

// biome-ignore format: one field per line.
export const AuditVerifyResponse = /* @__PURE__ */ lazyObject(() => ({
  valid: z.boolean().check(z.describe('Whether all verified entries are intact.'), z.meta({ examples: [true] })),
  checked: integer().check(z.describe('Number of entries that were verified as intact.'), z.meta({ examples: [120] })),
  from: integer().check(z.meta({ description: 'Number of the first verified entry.', examples: [1] })),
  to: integer().check(z.describe('Number of the last verified entry.'), z.meta({ examples: [120] })),
  hash: sha256Hash().check(
    z.describe(
      'The hash of the last intact entry. Store it and send it as `previous_hash` with the next verification.',
    ), z.meta({ examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'] }),
  ),
  head: z.object({
    number: integer().check(z.meta({ description: 'Position in the chain.', examples: [120] })),
    hash: sha256Hash().check(z.meta({ examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'] })),
  }).check(z.describe('The most recent entry.')),
  first_broken: z
    .nullable(z.object({
      number: integer().check(z.meta({ description: 'Position in the chain.', examples: [7] })),
      reason: z.enum(AUDIT_BREAKS).check(z.describe('How the chain is broken.')),
    }))
    .check(z.describe('The first broken entry. Null if there is none.')),
  complete: z.boolean().check(z.describe('Whether the verification reached the most recent entry.')),
  next: z
    .nullable(integer())
    .check(z.describe('The value of `from` for the next request. Null if there are no more entries.'), z.meta({ examples: [null] })),
}));

export const operation = defineOperation({
  id: 'audit.verify',
  route: 'GET /v1/audit/verify',
  summary: 'Verify the audit log',
  description:
    'Recompute the hash chain of the audit log. To also detect a rewritten chain, store the returned `hash` and send it as `previous_hash` in the next verification.',
  permissions: ['audit:read'],
  query: AuditVerifyQuery,
  access: { get: ['AuditHead', 'AuditClaim'], list: ['AuditEntry'] },
});

export const response = AuditVerifyResponse;
