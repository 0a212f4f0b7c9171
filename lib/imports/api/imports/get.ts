import * as z from 'zod/mini';
import { defineOperation } from '../../../core/api/define-operation.ts';
import { pageFields } from '../../../core/api/request-fields.ts';
import { ImportDetailsResponse } from './responses.ts';

// biome-ignore format: one field per line.
export const ImportQuery = z.strictObject({
  ...pageFields,
  rows: z.optional(z.enum(['all', 'problems'])),
});

export const operation = defineOperation({
  id: 'imports.get',
  route: 'GET /v1/imports/{id}',
  summary: 'Retrieve an import',
  description:
    'Return the progress of an import and a page of its rows: what each would become, its problems by field, and the item that it has become. Rows that are checked are returned while the check continues. A page has at most 4 MiB of rows: where long rows make it shorter, continue with `next_cursor`, because `page` counts on from full pages.',
  permissions: ['content:read'],
  query: ImportQuery,
  signsMediaUrls: ['imports'],
  access: { get: ['Import', 'ImportRow'] },
  example: { params: { id: 'imp_01K00000000000000000000000' } },
});

export const response = ImportDetailsResponse;
