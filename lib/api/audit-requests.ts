import * as z from 'zod';
import { pageFields, timeParameter } from './requests.ts';

export const AuditQuery = z.strictObject({
  ...pageFields,
  from: timeParameter.optional().meta({ description: 'Recorded at or after this time.' }),
  to: timeParameter.optional().meta({ description: 'Recorded before this time.' }),
});

/** The most entries one request checks. */
export const MAX_ENTRIES_PER_VERIFICATION = 1000;

const wholeNumber = z
  .string()
  .regex(/^\d{1,12}$/, 'must be a whole number')
  .transform(Number);

export const AuditVerifyQuery = z.strictObject({
  from: wholeNumber
    .pipe(z.number().min(1, 'must be at least 1'))
    .default(1)
    .meta({ description: 'The number of the entry to begin with.' }),
  limit: wholeNumber
    .pipe(
      z
        .number()
        .min(1, 'must be at least 1')
        .max(MAX_ENTRIES_PER_VERIFICATION, `must be at most ${MAX_ENTRIES_PER_VERIFICATION}`),
    )
    .default(MAX_ENTRIES_PER_VERIFICATION)
    .meta({ description: 'How many entries to check at most.' }),
  previous_hash: z
    .string()
    .regex(/^[0-9a-f]{64}$/, 'must be 64 hexadecimal digits, in lower case')
    .optional()
    .meta({
      description:
        'The hash of the entry before `from`, kept from an earlier check: then a chain that was written anew since is found out.',
    }),
});
