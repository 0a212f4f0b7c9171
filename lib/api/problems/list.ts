import * as z from 'zod';
import { defineOperation } from '../define-operation.ts';
import { lazyObject } from '../response-fields.ts';
import { ProblemKindResponse } from './responses.ts';

export const ProblemKindListResponse = lazyObject(() => ({
  problems: z.array(ProblemKindResponse().omit({ example: true })),
}));

export const operation = defineOperation({
  id: 'problems.list',
  route: 'GET /v1/problems',
  summary: 'List problem types',
  description: 'Return every problem type of this API. HTML, or JSON when `Accept` prefers it.',
  permissions: 'none',
  response: ProblemKindListResponse,
  contentTypes: ['text/html', 'application/json'],
});
