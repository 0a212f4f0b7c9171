import { defineProblem } from '../core/problems/define-problem.ts';

export const notTheUnconfirmedPart = /* @__PURE__ */ defineProblem({
  code: 'not_the_unconfirmed_part',
  status: 409,
  title: 'Not the unconfirmed part',
  meaning: 'The target is unconfirmed, but not because of the `part` in the request.',
  remedy:
    'Retrieve the item again. `unconfirmed_part` is the part whose outcome is unknown. Check that part on ' +
    'the platform before you report on it.',
  extensions: { part: 0, unconfirmed_part: 1 },
});
