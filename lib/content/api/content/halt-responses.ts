import * as z from 'zod/mini';
import { lazyObject, timestamp } from '../../../core/api/response-fields.ts';

/** The halt that stops a target or an entry. */
// biome-ignore format: one field per line.
export const HaltMark = lazyObject(() => ({
  id: z.string().check(z.meta({ description: 'The id of the halt.', examples: ['hlt_01K00000000000000000000000'] })),
  reason: z.string().check(z.meta({ description: 'Why publishing is halted.', examples: ['The campaign is withdrawn.'] })),
  since: timestamp().check(z.meta({ description: 'Time publishing was halted.', examples: ['2026-11-20T09:30:00.000Z'] })),
}));

/** The description of the halt of a target or an entry. */
export const HALT_DOCS = {
  description: 'The halt that stops the post: it is not sent before publishing resumes. Null if none does.',
  examples: [null],
};
