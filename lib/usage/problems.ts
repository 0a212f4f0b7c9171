import { defineProblem } from '../core/problems/define-problem.ts';

export const usageNotCounted = /* @__PURE__ */ defineProblem({
  code: 'usage_not_counted',
  status: 409,
  title: 'Usage is not counted',
  meaning: 'The stage does not count what its workspaces use.',
  remedy: 'The operator sets `countsUsage` of the stage. Usage is counted from then on.',
});
