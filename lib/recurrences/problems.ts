import { defineProblem } from '../core/problems/define-problem.ts';

export const recurrenceLimit = /* @__PURE__ */ defineProblem({
  code: 'recurrence_limit',
  status: 409,
  title: 'Recurrence limit reached',
  meaning: 'The workspace has the maximum number of recurrences.',
  remedy: 'Delete a recurrence that is no longer needed.',
});

export const recurrenceChanging = /* @__PURE__ */ defineProblem({
  code: 'recurrence_changing',
  status: 409,
  title: 'Recurrence still changing',
  retryable: true,
  meaning: 'An earlier change of the recurrence, which begins before `from`, is not finished yet.',
  remedy: 'Repeat the request after a few seconds.',
});
