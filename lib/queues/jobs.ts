import { defineJobPart, defineSteps } from '../core/queue/define-job.ts';
import { hasPostsBehind, type Queue } from './rules/queue.ts';

export const queueSteps = /* @__PURE__ */ defineSteps<Queue>({
  entity: 'Queue',
  idOf: ({ id }) => id,
  hasStep: hasPostsBehind,
});

export const queueStepAccess = /* @__PURE__ */ defineJobPart({
  of: 'on-step-queued',
  access: {
    get: ['Queue', 'Content', 'ScheduleEntry'],
    put: ['Queue', 'Content', 'ContentTarget', 'ScheduleEntry'],
  },
});

export const releasedSlots = /* @__PURE__ */ defineJobPart({
  of: 'on-table-change',
  access: { get: ['Queue', 'Content', 'ScheduleEntry'], put: ['Queue'] },
});
