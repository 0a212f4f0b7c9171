import * as z from 'zod/mini';
import type { SchemaParts } from '../../core/events/schema-parts.ts';
import { ExportResponse } from '../api/exports/responses.ts';

/** Building blocks of the schemas of events about exports. Only the OpenAPI document and the tests import it as a value. */
export const EXPORT_PARTS = {
  ExportData: z.object({
    ...ExportResponse().shape,
    // biome-ignore format: one field per line.
    status: z.enum(['completed', 'failed']).check(z.meta({ description: '`completed`: the file can be downloaded. `failed`: create another export.', examples: ['completed'] })),
  }),
};

export type ExportParts = typeof EXPORT_PARTS & SchemaParts;
