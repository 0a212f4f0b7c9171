import * as z from 'zod/mini';
import { RECORD_CHANGES } from './record-changes.ts';

const time = z.string().check(z.meta({ format: 'date-time' }));

/** Building blocks of the event data schemas of every feature. Only the OpenAPI document and the tests import it as a value. */
// biome-ignore format: one field per line.
export const SCHEMA_PARTS = {
  z,
  time,
  count: z.int(),
  change: z.enum(RECORD_CHANGES).check(z.meta({ description: 'What happened.', examples: ['updated'] })),
};

export type SchemaParts = typeof SCHEMA_PARTS;
