import { defineProblem } from '../core/problems/define-problem.ts';

export const duplicateName = /* @__PURE__ */ defineProblem({
  code: 'duplicate_name',
  status: 409,
  title: 'Duplicate name',
  meaning:
    'Another queue, template, label or campaign of the workspace has this name. Names that differ only in ' +
    'case and spaces are one.',
  remedy: 'Use the one that the id in `queue_id`, `template_id` or `label_id` names, or choose another name.',
});
