import { defineOperation } from '../../../core/api/define-operation.ts';
import { ProblemKindListResponse } from './responses.ts';

export const operation = defineOperation({
  id: 'problems.list',
  route: 'GET /v1/problems',
  summary: 'List problem types',
  description: 'Return all problem types of this API. Returns HTML, or JSON if `Accept` prefers it.',
  permissions: 'none',
  audience: 'client',
  contentTypes: ['text/html', 'application/json'],
});

export const response = ProblemKindListResponse;
