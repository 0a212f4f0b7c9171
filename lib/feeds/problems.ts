import { defineProblem } from '../core/problems/define-problem.ts';

export const calendarFeedLimit = /* @__PURE__ */ defineProblem({
  code: 'calendar_feed_limit',
  status: 409,
  title: 'Calendar feed limit reached',
  meaning: 'The workspace has the maximum number of calendar feeds.',
  remedy: 'Delete a feed that is no longer needed.',
});
