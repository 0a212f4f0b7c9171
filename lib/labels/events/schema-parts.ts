import type { SchemaParts } from '../../core/events/schema-parts.ts';
import { LabelResponse } from '../api/labels/responses.ts';

/** Building blocks of the schemas of events about labels. Only the OpenAPI document and the tests import it as a value. */
export const LABEL_PARTS = { LabelData: LabelResponse() };

export type LabelParts = SchemaParts & typeof LABEL_PARTS;
