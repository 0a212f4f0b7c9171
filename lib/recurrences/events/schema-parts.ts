import type { SchemaParts } from '../../core/events/schema-parts.ts';
import { OccurrenceProblem } from '../api/recurrences/responses.ts';

/** Building blocks of the schemas of events about recurrences. Only the OpenAPI document and the tests import it as a value. */
export const RECURRENCE_PARTS = { ProblemData: OccurrenceProblem() };

export type RecurrenceParts = SchemaParts & typeof RECURRENCE_PARTS;
