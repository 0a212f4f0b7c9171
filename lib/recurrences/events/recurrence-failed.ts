import type { EventModule } from '../../core/events/event-module.ts';
import { SAMPLE_AT } from '../../core/events/samples.ts';
import { pick } from '../../core/values/pick.ts';
import { recurrenceEntity } from '../entities/recurrences.ts';
import type { Recurrence } from '../rules/recurrence.ts';
import type { RecurrenceParts } from './schema-parts.ts';

/** `recurrence.failed`. */
// biome-ignore format: one field per line.
export const recurrenceFailed = {
  description: 'No item could be made for a date of a recurrence. The recurrence continues with its next date.',
  schema: ({ z, ProblemData }) =>
    z.object({
      id: z.string().check(z.meta({ description: 'The id of the recurrence.', examples: ['rec_01K00000000000000000000000'] })),
      name: z.nullable(z.string()).check(z.meta({ description: 'The name of the recurrence. Null if there is none.', examples: ['Weekly tip'] })),
      title: z.string(),
      problem: ProblemData.check(z.describe('The date, and why it has no item.')),
    }).check(z.describe('The recurrence and the date.')),
  sample: {
    id: 'rec_01K00000000000000000000000',
    name: 'Weekly tip',
    title: 'Weekly tip',
    problem: { code: 'unknown_account', detail: '/accounts/0: No account in your workspace has this id.', date: '2026-12-21', at: SAMPLE_AT },
  },
  permission: 'content:read',
  source: recurrenceEntity,
  on: 'write',
  derive: (before, after) => {
    const problem = after.last_problem;
    if (problem === null || (before?.last_problem?.date === problem.date && before.last_problem.at === problem.at)) return [];
    const dedupKey = `${after.id}/failed/${problem.date}/${problem.at}`;
    return [{ dedupKey, timestamp: problem.at, data: { ...pick(after, 'id', 'name', 'title'), problem } }];
  },
} satisfies EventModule<Recurrence, RecurrenceParts>;
