import { defineResource } from '../../../core/api/define-resource.ts';

export const resource = defineResource({
  description: 'All problem types and how to resolve them.',
  group: ['Documents', 1],
  path: {
    code: ['The problem code.', 'validation_failed'],
  },
  schemaNames: {
    ProblemKindResponse: 'ProblemKind',
    'ProblemKindList.problems[]': 'ProblemKindSummary',
  },
});
