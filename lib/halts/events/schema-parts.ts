import type { SchemaParts } from '../../core/events/schema-parts.ts';
import { HaltResponse } from '../api/halts/responses.ts';

/** Building blocks of the schemas of events about halts. Only the OpenAPI document and the tests import it as a value. */
export const HALT_PARTS = { HaltData: HaltResponse() };

export type HaltParts = SchemaParts & typeof HALT_PARTS;
