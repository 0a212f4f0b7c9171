import { defineProblem } from '../core/problems/define-problem.ts';

export const linkRuleLimit = /* @__PURE__ */ defineProblem({
  code: 'link_rule_limit',
  status: 409,
  title: 'Link rule limit reached',
  meaning:
    'The workspace has the maximum number of link rules, or they would have more than 150,000 bytes as JSON ' +
    'together.',
  remedy: 'Delete a rule you no longer use, or use fewer hosts.',
});
