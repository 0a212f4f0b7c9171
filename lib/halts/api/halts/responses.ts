import * as z from 'zod/mini';
import { lazy } from '../../../core/api/lazy.ts';
import { integer, lazyObject, timestamp } from '../../../core/api/response-fields.ts';
import { platformName } from '../../../platforms/api/response-fields.ts';

const haltScope = lazy(() =>
  z.union([
    z.literal('workspace'),
    z.object({ platform: platformName() }),
    z.object({
      account: z
        .string()
        .check(z.meta({ description: 'The id of the account.', examples: ['acc_01K00000000000000000000000'] })),
    }),
  ]),
);

// biome-ignore format: one field per line.
export const HaltResponse = lazyObject(() => ({
  id: z.string().check(z.meta({ description: 'The id of the halt.', examples: ['hlt_01K00000000000000000000000'] })),
  scope: haltScope().check(z.meta({ description: 'What is stopped: `workspace`, or an object with a `platform` or an `account`.', examples: ['workspace'] })),
  reason: z.string().check(z.meta({ description: 'Why publishing is halted.', examples: ['The campaign is withdrawn.'] })),
  created_by: z.string().check(z.meta({ description: 'The member who halted publishing, or whose API key did. `operator` if the operator of the service has halted the whole stage, and resumes it; `stage` if the product has suspended the workspace.', examples: ['usr_01K00000000000000000000000'] })),
  created_at: timestamp().check(z.meta({ description: 'Time publishing was halted.', examples: ['2026-11-20T09:30:00.000Z'] })),
}));

// biome-ignore format: one field per line.
export const HaltListResponse = lazyObject(() => ({
  halts: z.array(HaltResponse()).check(z.describe('The active halts, oldest first, at most 20.')),
}));

// biome-ignore format: one field per line.
export const HaltResumedResponse = lazyObject(() => ({
  success: z.literal(true).check(z.describe('Always true. Failures are returned as problems.')),
  message: z.string().check(z.meta({ description: 'Human-readable confirmation.', examples: ['Publishing resumes.'] })),
  resumed_at: timestamp().check(z.meta({ description: 'Time publishing resumed.', examples: ['2026-11-20T09:30:00.000Z'] })),
  missed_posts: integer().check(z.meta({ description: 'Number of posts that were due while publishing was halted, up to 1,000.', examples: [12] })),
  missed_posts_is_capped: z.boolean().check(z.meta({ description: 'Whether there are more than `missed_posts`.', examples: [false] })),
}));
