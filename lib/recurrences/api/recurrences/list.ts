import { defineOperation } from '../../../core/api/define-operation.ts';
import { PageQuery } from '../../../core/api/request-fields.ts';
import { listResponse } from '../../../core/api/response-fields.ts';
import { RecurrenceSummary } from './responses.ts';

export const RecurrenceListResponse = /* @__PURE__ */ listResponse('recurrences', RecurrenceSummary, 'recurrences');

export const operation = defineOperation({
  id: 'recurrences.list',
  route: 'GET /v1/recurrences',
  summary: 'List recurrences',
  description:
    'Return the recurrences of the workspace, oldest first, without their texts: `GET /v1/recurrences/{id}` has them.',
  permissions: ['content:read'],
  query: PageQuery,
  access: { get: ['Label'], list: ['Recurrence'] },
});

export const response = RecurrenceListResponse;
