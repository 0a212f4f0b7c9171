import * as z from 'zod/mini';
import { integer, lazyObject, timestamp } from '../../../core/api/response-fields.ts';
import { EXPORT_FORMATS, EXPORT_KIND_NAMES, EXPORT_STATUSES } from '../../rules/export.ts';

// biome-ignore format: one field per line.
export const ExportResponse = lazyObject(() => ({
  id: z.string().check(z.meta({ description: 'The id of the export.', examples: ['exp_01K00000000000000000000000'] })),
  kind: z.enum(EXPORT_KIND_NAMES).check(z.meta({ description: '`content`: content items, oldest first. `metrics`: the latest metrics of each post. `audit`: entries of the audit log, newest first.', examples: ['content'] })),
  format: z.enum(EXPORT_FORMATS).check(z.meta({ description: '`csv`: comma-separated values with a header. `jsonl`: one JSON object per line.', examples: ['csv'] })),
  from: z.nullable(timestamp()).check(z.meta({ description: 'The start of the period. Null for no start.', examples: [null] })),
  to: z.nullable(timestamp()).check(z.meta({ description: 'The end of the period. Null for no end.', examples: [null] })),
  status: z.enum(EXPORT_STATUSES).check(z.meta({ description: '`running`: the file is being written. `completed`: it can be downloaded. `failed`: create another export.', examples: ['completed'] })),
  row_count: integer().check(z.meta({ description: 'The number of rows that are written.', examples: [120] })),
  size_bytes: integer().check(z.meta({ description: 'The number of bytes that are written.', examples: [48000] })),
  created_by: z.string().check(z.meta({ description: 'The member who created the export.', examples: ['usr_01K00000000000000000000000'] })),
  created_at: timestamp(),
  completed_at: z.nullable(timestamp()).check(z.meta({ description: 'Time the export was completed or failed. Null while it is running.', examples: ['2026-11-20T09:30:00.000Z'] })),
  expires_at: timestamp(),
}));

/** An export with the URL of its file. */
// biome-ignore format: one field per line.
export const ExportDetailsResponse = lazyObject(() => ({
  ...ExportResponse().shape,
  download_url: z.nullable(z.string()).check(z.meta({ description: 'A URL that returns the file, for 15 minutes. Null while the export is not completed.', examples: ['https://bucket.s3.amazonaws.com/exports/ws/exp/content.csv?X-Amz-Signature=abc'] })),
}));
