import { defineProblem } from '../core/problems/define-problem.ts';

export const labelLimit = /* @__PURE__ */ defineProblem({
  code: 'label_limit',
  status: 409,
  title: 'Label limit reached',
  meaning: 'The workspace has 1,000 labels or 1,000 campaigns, or one change of an item would create too many.',
  remedy: 'Delete labels that are no longer needed with `DELETE /v1/labels/{id}`, or send fewer new labels at once.',
});

export const duplicateName = /* @__PURE__ */ defineProblem({
  code: 'duplicate_name',
  status: 409,
  title: 'Duplicate name',
  meaning:
    'Another queue, template, label or campaign of the workspace has this name. Names that differ only in ' +
    'case and spaces are one.',
  remedy: 'Use the one that the id in `queue_id`, `template_id` or `label_id` names, or choose another name.',
});
