import * as z from 'zod';
import { pageFields, timeParameter } from './requests.ts';

export const AuditQuery = z.strictObject({
  ...pageFields,
  from: timeParameter.optional().meta({ description: 'Only return entries recorded at or after this time.' }),
  to: timeParameter.optional().meta({ description: 'Only return entries recorded before this time.' }),
});

/** Maximum number of entries verified by one request. */
export const MAX_ENTRIES_PER_VERIFICATION = 1000;

const wholeNumber = z
  .string()
  .regex(/^\d{1,12}$/, 'Must be a whole number.')
  .transform(Number);

export const AuditVerifyQuery = z.strictObject({
  from: wholeNumber
    .pipe(z.number().min(1, 'Must be at least 1.'))
    .default(1)
    .meta({ description: 'Number of the first entry to verify.' }),
  limit: wholeNumber
    .pipe(
      z
        .number()
        .min(1, 'Must be at least 1.')
        .max(MAX_ENTRIES_PER_VERIFICATION, `Must be at most ${MAX_ENTRIES_PER_VERIFICATION}.`),
    )
    .default(MAX_ENTRIES_PER_VERIFICATION)
    .meta({ description: 'Maximum number of entries to verify.' }),
  previous_hash: z
    .string()
    .regex(/^[0-9a-f]{64}$/, 'Must be 64 lowercase hexadecimal digits.')
    .optional()
    .meta({
      description:
        'The hash of the entry before `from`, stored from an earlier verification. Detects a chain that was rewritten since.',
    }),
});
