import { defineOperation } from '../../../core/api/define-operation.ts';
import { PageQuery } from '../../../core/api/request-fields.ts';
import { listResponse } from '../../../core/api/response-fields.ts';
import { ExportResponse } from './responses.ts';

export const ExportListResponse = /* @__PURE__ */ listResponse('exports', ExportResponse, 'exports');

export const operation = defineOperation({
  id: 'exports.list',
  route: 'GET /v1/exports',
  summary: 'List exports',
  description: 'Return the exports of the last 7 days, newest first, without the URLs of their files.',
  permissions: ['content:read'],
  query: PageQuery,
  access: { list: ['Export'] },
});

export const response = ExportListResponse;
