import * as z from 'zod/mini';
import { defineOperation } from '../../../core/api/define-operation.ts';
import { textSchema } from '../../../core/api/request-fields.ts';
import { IMPORT_FORMATS, MAX_IMPORT_BYTES } from '../../rules/import-limits.ts';
import { defaults, mapping } from './requests.ts';
import { ImportCreatedResponse } from './responses.ts';

const MAX_CONTENT = 200_000;

// biome-ignore format: one field per line.
export const ImportCreate = z
  .strictObject({
    format: z.enum(IMPORT_FORMATS).check(z.meta({ description: '`csv`: separated by commas, semicolons or tabs. `jsonl`: one JSON object per line, or a list.', examples: ['csv'] })),
    name: z.optional(textSchema(200)).check(z.meta({ description: 'The name of the file.', examples: ['october.csv'] })),
    content: z.optional(z.string().check(z.minLength(1), z.maxLength(MAX_CONTENT))).check(z.meta({ description: 'The file itself, at most 200,000 characters.', examples: ['text,scheduled_at\nHello,2027-03-01 09:30'] })),
    size_bytes: z.optional(z.int().check(z.minimum(1), z.maximum(MAX_IMPORT_BYTES))).check(z.meta({ description: 'The exact size of the file that you will upload, at most 10,485,760 bytes.', examples: [48213] })),
    dry_run: z.optional(z.boolean()).check(z.meta({ description: '`true`, the default: the rows are checked, and nothing is created before `POST /v1/imports/{id}/run`. `false`: the import runs after its check.', examples: [true] })),
    mapping: z.optional(mapping),
    defaults: z.optional(defaults),
  })
  .check(
    z.refine(
      ({ content, size_bytes }) => (content === undefined) !== (size_bytes === undefined),
      { path: ['content'], message: 'Must contain either content or size_bytes.', when: ({ value }) => typeof value === 'object' && value !== null },
    ),
    z.meta({ oneOf: [{ required: ['content'] }, { required: ['size_bytes'] }] }),
  );

export const operation = defineOperation({
  id: 'imports.create',
  route: 'POST /v1/imports',
  summary: 'Create an import',
  description:
    'Import content items from a file of at most 10,000 rows. Send the file as `content`, or its `size_bytes`: the response then contains a presigned `upload`. Every row is checked first as if its item were created: `GET /v1/imports/{id}` returns the result of each row. Files of Buffer, Hootsuite and Postiz are recognized by their columns. A workspace can check, run or undo two imports at a time. Imports are deleted after 30 days, and cannot be checked, run or undone in the last two.',
  permissions: ['content:write'],
  rateLimitBeforeHandler: true,
  showsSecret: true,
  location: true,
  signsMediaUrls: ['imports'],
  body: ImportCreate,
  status: 202,
  errors: ['import_limit'],
  access: { get: ['Account', 'Queue', 'QueueName', 'Template', 'TemplateName'], put: ['Import'], add: ['Counter'] },
  example: {
    body: { format: 'csv', name: 'october.csv', size_bytes: 48_213, defaults: { time_zone: 'Europe/Berlin' } },
  },
});

export const response = ImportCreatedResponse;
