import type { SchemaParts } from '../../core/events/schema-parts.ts';
import { ImportCounts } from '../api/imports/responses.ts';

/** Building blocks of the schemas of events about imports. Only the OpenAPI document and the tests import it as a value. */
export const IMPORT_PARTS = { ImportCounts: ImportCounts() };

export type ImportParts = SchemaParts & typeof IMPORT_PARTS;
