import { defineProblem } from '../core/problems/define-problem.ts';

export const exportLimit = /* @__PURE__ */ defineProblem({
  code: 'export_limit',
  status: 409,
  title: 'Export limit reached',
  retryable: true,
  meaning: 'The workspace already runs two exports.',
  remedy: 'Wait until one of them is completed.',
});
