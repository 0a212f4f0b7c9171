import * as z from 'zod/mini';
import { queueFields } from '../../../content/api/content/queue-fields.ts';
import { contentFields } from '../../../content/api/content/requests.ts';
import { templates } from '../../../content/api/content/template-fields.ts';
import { PLATFORM_NAMES } from '../../../platforms/api/request-fields.ts';
import { isImportField } from '../../rules/import-columns.ts';
import { DATE_ORDERS } from '../../rules/row-time.ts';

const MAX_MAPPED = 100;
const columnName = z.string().check(z.minLength(1), z.maxLength(200));
const fieldName = z.string().check(z.refine(isImportField, 'Must be a field of imports.'));

export const mapping = z.record(fieldName, columnName).check(
  z.refine((fields) => Object.keys(fields).length <= MAX_MAPPED, `Must have at most ${MAX_MAPPED} fields.`),
  z.meta({
    description:
      'The column of each field. If omitted, columns are recognized by their names. The fields are listed in the guide on imports.',
    examples: [{ text: 'Message', scheduled_at: 'Date' }],
    maxProperties: MAX_MAPPED,
  }),
);

// biome-ignore format: one field per line.
export const defaults = z.strictObject({
  platforms: z.optional(z.array(z.enum(PLATFORM_NAMES)).check(z.minLength(1), z.maxLength(PLATFORM_NAMES.length))).check(z.meta({ description: 'The platforms of rows that name none.', examples: [['x', 'linkedin']] })),
  accounts: z.optional(contentFields.accounts),
  queue: z.optional(queueFields.queue).check(z.meta({ description: 'The id or the name of the queue of rows without a time. Without it, they become drafts.', examples: ['default'] })),
  time_zone: z.optional(z.string().check(z.minLength(1), z.maxLength(64))).check(z.meta({ description: 'The time zone of times without one. By default, that of the workspace.', examples: ['Europe/Berlin'] })),
  date_order: z.optional(z.enum(DATE_ORDERS)).check(z.meta({ description: 'How dates such as 03/04/2027 are read. Without it, a row with such a date is invalid.', examples: ['day_first'] })),
  labels: z.optional(contentFields.labels),
  campaign: z.optional(z.string().check(z.minLength(1), z.maxLength(50))).check(z.meta({ description: 'The campaign of rows that name none.', examples: ['Summer campaign'] })),
  templates: z.optional(templates),
}).check(z.describe('What rows have unless their cells say otherwise.'));
