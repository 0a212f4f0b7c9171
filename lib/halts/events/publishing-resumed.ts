import type { EventModule } from '../../core/events/event-module.ts';
import { SAMPLE_AT, SAMPLE_HALT } from '../../core/events/samples.ts';
import { pick } from '../../core/values/pick.ts';
import { haltReleaseEntity } from '../entities/halts.ts';
import { type HaltRelease, MISSED_POLICIES } from '../rules/halt-release.ts';
import type { HaltParts } from './schema-parts.ts';

/** `publishing.resumed`. */
// biome-ignore format: one field per line.
export const publishingResumed = {
  description: 'A halt ended. Posts that another halt stops stay halted. `data` is the halt, and what happens to the posts that were due in the meantime.',
  schema: ({ z, time, count, HaltData }) =>
    z.object({
      halt: HaltData.check(z.describe('The halt that ended.')),
      missed: z.enum(MISSED_POLICIES).check(z.meta({ description: '`publish`: the posts that were due in the meantime are rescheduled. `mark_missed`: they fail with the error `missed`.', examples: ['publish'] })),
      spread_seconds: count.check(z.meta({ description: 'The time over which they are rescheduled, in seconds.', examples: [900] })),
      resumed_by: z.string().check(z.meta({ description: 'The member who resumed publishing, or whose API key did. `operator` for the operator of the service, `stage` for the product.', examples: ['usr_01K00000000000000000000000'] })),
      resumed_at: time.check(z.meta({ description: 'Time publishing resumed.', examples: ['2026-11-20T09:30:00.000Z'] })),
    }).check(z.describe('The halt, and what happens to the posts that were due in the meantime.')),
  sample: { halt: SAMPLE_HALT, missed: 'publish', spread_seconds: 900, resumed_by: SAMPLE_HALT.created_by, resumed_at: SAMPLE_AT },
  permission: 'schedule:read',
  source: haltReleaseEntity,
  on: 'write',
  derive: (before, after) => {
    if (before !== null) return [];
    const halt = { ...pick(after, 'id', 'scope', 'reason'), created_by: after.halted_by, created_at: after.halted_at };
    const data = { halt, ...pick(after, 'missed', 'spread_seconds', 'resumed_by', 'resumed_at') };
    return [{ dedupKey: `${after.id}/resumed`, timestamp: after.resumed_at, data }];
  },
} satisfies EventModule<HaltRelease, HaltParts>;
