import * as z from 'zod/mini';
import { defineOperation } from '../../../core/api/define-operation.ts';
import { time } from '../../../core/api/request-fields.ts';
import { EXPORT_FORMATS, EXPORT_KIND_NAMES } from '../../rules/export.ts';
import { ExportResponse } from './responses.ts';

// biome-ignore format: one field per line.
export const ExportCreate = z.strictObject({
  kind: z.enum(EXPORT_KIND_NAMES).check(z.meta({ description: '`metrics` also requires the permission `analytics:read`, `audit` also requires `audit:read`.', examples: ['content'] })),
  format: z.enum(EXPORT_FORMATS).check(z.meta({ description: '`csv` or `jsonl`.', examples: ['csv'] })),
  from: z.optional(time).check(z.meta({ description: 'The start of the period: when a content item was created, a post was published, or an audit entry was recorded.', examples: ['2026-11-01T00:00:00Z'] })),
  to: z.optional(time).check(z.meta({ description: 'The end of the period, exclusive.', examples: ['2026-12-01T00:00:00Z'] })),
});

export const operation = defineOperation({
  id: 'exports.create',
  route: 'POST /v1/exports',
  summary: 'Create an export',
  description:
    'Write the content items, the metrics or the audit log of the workspace to a file. The response precedes the file: `GET /v1/exports/{id}` returns the progress and then a URL of the file. In CSV files, an apostrophe stands before `=`, `+`, `-`, `@`, a tab or a carriage return wherever a spreadsheet could begin a cell, so that none runs a formula; an import of the file removes it. Two exports of a workspace can run at a time. The audit log records each export. Files expire after 7 days.',
  permissions: ['content:read'],
  location: true,
  body: ExportCreate,
  status: 202,
  errors: ['export_limit'],
  access: { put: ['Export'], add: ['Counter'] },
  example: { body: { kind: 'content', format: 'csv' } },
});

export const response = ExportResponse;
