import { defineOperation } from '../../../core/api/define-operation.ts';
import { PageQuery } from '../../../core/api/request-fields.ts';
import { listResponse } from '../../../core/api/response-fields.ts';
import { ImportResponse } from './responses.ts';

export const ImportListResponse = /* @__PURE__ */ listResponse('imports', ImportResponse, 'imports');

export const operation = defineOperation({
  id: 'imports.list',
  route: 'GET /v1/imports',
  summary: 'List imports',
  description: 'Return the imports of the last 30 days, newest first, without their rows.',
  permissions: ['content:read'],
  query: PageQuery,
  access: { list: ['Import'] },
});

export const response = ImportListResponse;
