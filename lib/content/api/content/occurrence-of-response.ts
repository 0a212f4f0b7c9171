import * as z from 'zod/mini';
import { lazyObject } from '../../../core/api/response-fields.ts';

/** The recurrence that made an item, and the date of the item. */
// biome-ignore format: one field per line.
export const OccurrenceOfResponse = lazyObject(() => ({
  id: z.string().check(z.meta({ description: 'The id of the recurrence, which may be deleted.', examples: ['rec_01K00000000000000000000000'] })),
  date: z.string().check(z.meta({ description: 'The date of the recurrence, also when the item was moved since.', examples: ['2027-01-04'], format: 'date' })),
  held: z.boolean().check(z.meta({ description: 'Whether the recurrence is paused, so that the pending entries of the date are not published. When it resumes, those whose time is still to come are published.', examples: [false] })),
}));
