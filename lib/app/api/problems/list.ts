import { defineOperation } from '../../../core/api/define-operation.ts';
import { ProblemKindListResponse } from './responses.ts';

export const operation = defineOperation({
  id: 'problems.list',
  route: 'GET /v1/problems',
  summary: 'List problem types',
  description: 'Return every problem type of this API. HTML, or JSON when `Accept` prefers it.',
  permissions: 'none',
  contentTypes: ['text/html', 'application/json'],
});

export const response = ProblemKindListResponse;
