import { defineProblem } from '../core/problems/define-problem.ts';

export const duplicateContent = /* @__PURE__ */ defineProblem({
  code: 'duplicate_content',
  status: 409,
  title: 'Duplicate content',
  meaning:
    'Another item publishes the same content on the same account within the `duplicate_guard_hours` of the ' +
    'workspace: the same text of its first part, without regard to white space, case, invisible characters ' +
    'and tracking parameters, and the same files.',
  remedy:
    'Use the item `content_id`, change the text, or choose a time further away. An owner or admin can ' +
    'publish it in the dashboard with `allow_duplicate`.',
});
