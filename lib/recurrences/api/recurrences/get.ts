import { defineOperation } from '../../../core/api/define-operation.ts';
import { RecurrenceDetailResponse } from './responses.ts';

export const operation = defineOperation({
  id: 'recurrences.get',
  route: 'GET /v1/recurrences/{id}',
  summary: 'Retrieve a recurrence',
  description: 'Return the recurrence, and the outcome of its dates in the last and the next 30 days.',
  permissions: ['content:read'],
  access: { get: ['Recurrence', 'Label'], list: ['RecurrenceOccurrence'] },
  example: { params: { id: 'rec_01K00000000000000000000000' } },
});

export const response = RecurrenceDetailResponse;
