import { defineOperation } from '../define-operation.ts';
import { NoQuery } from '../request-fields.ts';
import { ProblemKindResponse } from './responses.ts';

export const operation = defineOperation({
  id: 'problems.get',
  method: 'GET',
  path: '/v1/problems/{code}',
  summary: 'Retrieve a problem type',
  description:
    'Return the meaning and the remedy of a problem; the `type` of a problem links here. HTML, or JSON when `Accept` prefers it.',
  permissions: 'none',
  query: NoQuery,
  body: 'none',
  response: ProblemKindResponse,
  status: 200,
  contentTypes: ['text/html', 'application/json'],
  access: {},
  example: { params: { code: 'validation_failed' } },
});
