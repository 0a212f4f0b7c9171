import { defineOperation } from '../../../core/api/define-operation.ts';
import { ProblemKindResponse } from './responses.ts';

export const operation = defineOperation({
  id: 'problems.get',
  route: 'GET /v1/problems/{code}',
  summary: 'Retrieve a problem type',
  description:
    'Return the meaning and the remedy of a problem type. The `type` of a problem links here. Returns HTML, or JSON if `Accept` prefers it.',
  permissions: 'none',
  audience: 'client',
  contentTypes: ['text/html', 'application/json'],
  example: { params: { code: 'validation_failed' } },
});

export const response = ProblemKindResponse;
