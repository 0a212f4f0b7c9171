import { defineProblem } from '../core/problems/define-problem.ts';

export const haltedByOperator = /* @__PURE__ */ defineProblem({
  code: 'halted_by_operator',
  status: 403,
  title: 'Publishing halted by the operator',
  meaning:
    'The operator of the service has halted publishing in the whole stage, or the product has suspended the workspace.',
  remedy:
    'Wait until the operator or the product resumes publishing. Posts that are due until then are published afterwards, or ' +
    'fail with the error `missed`.',
});

export const alreadyHalted = /* @__PURE__ */ defineProblem({
  code: 'already_halted',
  status: 409,
  title: 'Publishing already halted',
  meaning: 'A halt with the same scope is active: publishing is stopped there.',
  remedy: 'Nothing is left to do. `DELETE /v1/halts/{halt_id}` resumes publishing.',
  extensions: {
    halt_id: 'hlt_01K00000000000000000000000',
    reason: 'The campaign is withdrawn.',
    since: '2026-11-20T09:30:00.000Z',
  },
});

export const haltLimit = /* @__PURE__ */ defineProblem({
  code: 'halt_limit',
  status: 409,
  title: 'Halt limit reached',
  meaning: 'The workspace has 20 halts, including those that ended less than a few minutes ago.',
  remedy: 'Resume one with `DELETE /v1/halts/{id}`, or halt the whole workspace.',
});
