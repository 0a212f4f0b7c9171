import { defineJobPart } from '../core/queue/define-job.ts';

export const countedUsage = /* @__PURE__ */ defineJobPart({
  of: 'on-table-change',
  access: { get: ['UsageDay'], put: ['UsageDay', 'UsageRecord', 'RemovedUsage'], insert: ['UsageRecord'] },
});

export const summedUsage = /* @__PURE__ */ defineJobPart({
  of: 'on-sweep-due',
  access: { get: ['UsageDay'], list: ['UsageRecord'], put: ['UsageDay'], add: ['StageUsage'], indexes: ['by_due'] },
});
