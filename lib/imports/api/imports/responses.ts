import * as z from 'zod/mini';
import { integer, lazyObject, Pagination, timestamp } from '../../../core/api/response-fields.ts';
import { platformName } from '../../../platforms/api/response-fields.ts';
import { IMPORT_STATUSES } from '../../rules/import.ts';
import { IMPORT_SOURCES } from '../../rules/import-columns.ts';
import { IMPORT_FORMATS } from '../../rules/import-limits.ts';
import { ROW_STATUSES } from '../../rules/row-result.ts';

// biome-ignore format: one field per line.
export const ImportCounts = lazyObject(() => ({
  valid: integer().check(z.meta({ description: 'Rows that can become items.', examples: [288] })),
  invalid: integer().check(z.meta({ description: 'Rows with a problem, also duplicates.', examples: [12] })),
  created: integer().check(z.meta({ description: 'Rows that have become items.', examples: [0] })),
  failed: integer().check(z.meta({ description: 'Rows whose item could not be created in the run.', examples: [0] })),
  removed: integer().check(z.meta({ description: 'Items that the undo has removed.', examples: [0] })),
  kept: integer().check(z.meta({ description: 'Items that the undo has kept, because a post of them is or may be live.', examples: [0] })),
}));

// biome-ignore format: one field per line.
export const ImportResponse = lazyObject(() => ({
  id: z.string().check(z.meta({ description: 'The id of the import.', examples: ['imp_01K00000000000000000000000'] })),
  name: z.nullable(z.string()).check(z.meta({ description: 'The name of the file. Null if none was given.', examples: ['october.csv'] })),
  format: z.enum(IMPORT_FORMATS).check(z.meta({ description: '`csv`: separated by commas, semicolons or tabs. `jsonl`: JSON objects.', examples: ['csv'] })),
  status: z.enum(IMPORT_STATUSES).check(z.meta({ description: '`uploading`: the file is not sent yet. `checking`: rows are being checked. `ready`: the import can run. `running`: items are being created. `completed`: every row is done. `undoing`: items are being removed. `undone`: all items were removed but the `kept` ones. `failed`: `problem` says why.', examples: ['ready'] })),
  dry_run: z.boolean().check(z.meta({ description: 'Whether the import waits for `POST /v1/imports/{id}/run` after its check.', examples: [true] })),
  source: z.nullable(z.enum(IMPORT_SOURCES)).check(z.meta({ description: 'What has written the file, recognized by its columns: `export` is an export of this service. Null for any other file.', examples: [null] })),
  columns: z.array(z.string()).check(z.meta({ description: 'The columns of the file. Empty before the check.', examples: [['text', 'scheduled_at']] })),
  mapping: z.record(z.string(), z.string()).check(z.meta({ description: 'The column of each field.', examples: [{ text: 'text', scheduled_at: 'scheduled_at' }] })),
  defaults: z.record(z.string(), z.unknown()).check(z.meta({ description: 'What rows have unless their cells say otherwise.', examples: [{ queue: 'default' }] })),
  progress: z.object({
    position: integer().check(z.meta({ description: 'Rows that are done. While the import is undone: the last row whose item is.', examples: [300] })),
    row_count: integer().check(z.meta({ description: 'Rows of the file. 0 before the check.', examples: [300] })),
  }).check(z.describe('How far the present check, run or undo is.')),
  counts: ImportCounts().check(z.describe('The numbers of rows and items.')),
  problem: z.nullable(z.object({
    code: z.string().check(z.meta({ description: 'Machine-readable code of the problem.', examples: ['invalid_csv'] })),
    detail: z.string().check(z.meta({ description: 'Human-readable explanation.', examples: ['The file has no rows.'] })),
  })).check(z.meta({ description: 'Why the whole import failed. Null unless it has.', examples: [null] })),
  created_by: z.string().check(z.meta({ description: 'The member who created the import.', examples: ['usr_01K00000000000000000000000'] })),
  created_at: timestamp(),
  completed_at: z.nullable(timestamp()).check(z.meta({ description: 'Time the last check, run or undo ended. Null while there is one.', examples: ['2026-11-20T09:30:00.000Z'] })),
  expires_at: timestamp(),
}));

// biome-ignore format: one field per line.
export const ImportRowResponse = lazyObject(() => ({
  row: integer().check(z.meta({ description: 'The number of the row, from 1, without the header.', examples: [1] })),
  key: z.nullable(z.string()).check(z.meta({ description: 'The key of the row. Null without one.', examples: ['october-1'] })),
  status: z.enum(ROW_STATUSES).check(z.meta({ description: '`valid`: the row can become an item. `invalid`: `problems` says why it cannot. `duplicate`: another row or item is the same. `created`: it has become an item. `failed`: the run could not create it. `removed`: the import was undone, and the row has no item.', examples: ['valid'] })),
  title: z.nullable(z.string()).check(z.meta({ description: 'The title of the item: the first line of its text, where the row has no title.', examples: ['Our summer campaign starts today.'] })),
  platforms: z.array(platformName()).check(z.meta({ description: 'The platforms of the item. Empty for a row with a problem.', examples: [['twitter']] })),
  scheduled_at: z.nullable(timestamp()).check(z.meta({ description: 'When the item would be published, in UTC, or is planned: the time of the row, or the slot of its queue. Null for a draft.', examples: ['2026-11-20T09:30:00.000Z'] })),
  scheduled_local: z.nullable(z.object({ local: z.string().check(z.meta({ description: 'Date and time on the clock of the time zone.', examples: ['2026-11-20T10:30'] })), time_zone: z.string().check(z.meta({ description: 'The IANA time zone.', examples: ['Europe/Berlin'] })) })).check(z.describe('The local time of the row, or of the slot of its queue. Null for a time in UTC and for a draft.')),
  queue_id: z.nullable(z.string()).check(z.meta({ description: 'The queue whose slot the item takes. Null without one.', examples: [null] })),
  warnings: z.array(z.object({
    code: z.string().check(z.meta({ description: 'Machine-readable code of the warning.', examples: ['account_missing'] })),
    detail: z.string().check(z.meta({ description: 'Human-readable explanation.', examples: ['No X account is connected.'] })),
  })).check(z.describe('Problems that can be fixed before the due time.')),
  problems: z.array(z.object({
    field: z.nullable(z.string()).check(z.meta({ description: 'The field of the problem. Null for one of the whole row.', examples: ['scheduled_at'] })),
    column: z.nullable(z.string()).check(z.meta({ description: 'The column that the field comes from. Null without one.', examples: ['Date'] })),
    code: z.string().check(z.meta({ description: 'Machine-readable code of the problem.', examples: ['time_in_past'] })),
    detail: z.string().check(z.meta({ description: 'Human-readable explanation.', examples: ['Must not be more than 60 seconds in the past.'] })),
    content_id: z.nullable(z.string()).check(z.meta({ description: 'The item that is the same. Null for any other problem.', examples: [null] })),
  })).check(z.describe('Why the row does not become an item.')),
  content_id: z.nullable(z.string()).check(z.meta({ description: 'The id of the item that the row has become. Null before.', examples: [null] })),
  values: z.array(z.object({
    column: z.string().check(z.meta({ description: 'The name of the column.', examples: ['text'] })),
    value: z.string().check(z.meta({ description: 'The cell, with corrections. JSON for a value that is no text.', examples: ['Our summer campaign starts today.'] })),
  })).check(z.describe('The cells of the row, by column.')),
}));

/** An import with the upload that it waits for. */
// biome-ignore format: one field per line.
export const ImportCreatedResponse = lazyObject(() => ({
  ...ImportResponse().shape,
  upload: z.nullable(z.object({
    method: z.literal('PUT').check(z.describe('The method of the upload.')),
    url: z.string().check(z.meta({ description: 'The URL that accepts the file for an hour.', examples: ['https://bucket.s3.amazonaws.com/imports/ws/imp/file?X-Amz-Signature=abc'] })),
    headers: z.record(z.string(), z.string()).check(z.meta({ description: 'The headers to send. Browsers set `content-length` themselves.', examples: [{ 'content-length': '48213', 'if-none-match': '*' }] })),
  })).check(z.describe('The upload that the import waits for. Null otherwise.')),
}));

/** An import with a page of its rows. */
// biome-ignore format: one field per line.
export const ImportDetailsResponse = lazyObject(() => ({
  ...ImportCreatedResponse().shape,
  result_url: z.nullable(z.string()).check(z.meta({ description: 'A URL that returns the result file for an hour: the columns of the file and the status of each row, in the format of the import. Null before the check has ended.', examples: ['https://bucket.s3.amazonaws.com/imports/ws/imp/result-abc.csv?X-Amz-Signature=abc'] })),
  rows: z.array(ImportRowResponse()).check(z.describe('The rows on this page, in the order of the file.')),
  pagination: Pagination(),
}));
