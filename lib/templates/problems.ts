import { defineProblem } from '../core/problems/define-problem.ts';

export const templateLimit = /* @__PURE__ */ defineProblem({
  code: 'template_limit',
  status: 409,
  title: 'Template limit reached',
  meaning: 'The workspace has the maximum number of templates.',
  remedy: 'Delete a template you no longer use.',
});
