import { defineJobPart } from '../core/queue/define-job.ts';

export const claimChanges = /* @__PURE__ */ defineJobPart({
  of: 'on-table-change',
  access: { get: ['Content', 'ScheduleEntry', 'ContentClaim'], put: ['ContentClaim'] },
});
