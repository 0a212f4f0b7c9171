import * as z from 'zod/mini';
import { defineOperation } from '../../../core/api/define-operation.ts';
import { updateSchema } from '../../../core/api/request-fields.ts';
import { MAX_IMPORT_ROWS } from '../../rules/import-limits.ts';
import { defaults, mapping } from './requests.ts';
import { ImportResponse } from './responses.ts';

const MAX_CORRECTED_ROWS = 100;
const values = z.record(z.string().check(z.minLength(1), z.maxLength(200)), z.unknown());

// biome-ignore format: one field per line.
export const ImportUpdate = updateSchema({
  uploaded: z.literal(true).check(z.meta({ description: 'Says that the file is uploaded.', examples: [true] })),
  mapping: mapping,
  defaults: defaults,
  corrections: z.array(z.strictObject({
    row: z.int().check(z.minimum(1), z.maximum(MAX_IMPORT_ROWS)).check(z.meta({ description: 'The number of the row.', examples: [7] })),
    values: values.check(z.meta({ description: 'The new cells, by column: texts of at most 20,000 characters, or JSON values such as a `thread`, of at most 20 levels. In CSV, a value is stored as its JSON text. A row has at most 300,000 bytes.', examples: [{ Date: '2027-03-28 09:30' }] })),
  })).check(z.minLength(1), z.maxLength(MAX_CORRECTED_ROWS), z.meta({ description: 'Cells to replace, of at most 100 rows.' })),
});

export const operation = defineOperation({
  id: 'imports.update',
  route: 'PUT /v1/imports/{id}',
  summary: 'Map or correct an import',
  description:
    'Change the mapping, the defaults or cells of an import, or say that its file is uploaded. The rows are then checked again. Rows that have become items stay as they are: after a run, corrected rows can run again, and no other row makes a second item.',
  permissions: ['content:write'],
  rateLimitBeforeHandler: true,
  signsMediaUrls: ['imports'],
  body: ImportUpdate,
  errors: ['import_limit', 'import_not_uploaded', 'invalid_state_transition'],
  access: {
    get: ['Import', 'ImportRow', 'Account', 'Queue', 'QueueName', 'Template', 'TemplateName'],
    put: ['Import'],
    add: ['Counter'],
  },
  example: { params: { id: 'imp_01K00000000000000000000000' }, body: { defaults: { date_order: 'day_first' } } },
});

export const response = ImportResponse;
