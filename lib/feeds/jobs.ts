import { defineJobPart } from '../core/queue/define-job.ts';

export const feedsOfRemovedMembers = /* @__PURE__ */ defineJobPart({
  of: 'on-table-change',
  access: { get: ['Member'], list: ['CalendarFeed'], remove: ['CalendarFeed'] },
});
