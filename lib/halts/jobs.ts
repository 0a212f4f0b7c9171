import { defineJobPart, defineSteps } from '../core/queue/define-job.ts';
import { type HaltRelease, hasStep } from './rules/halt-release.ts';

export const haltReleaseSteps = /* @__PURE__ */ defineSteps<HaltRelease>({
  entity: 'HaltRelease',
  idOf: ({ id }) => id,
  hasStep,
});

export const haltReleaseStepAccess = /* @__PURE__ */ defineJobPart({
  of: 'on-step-queued',
  access: {
    get: ['HaltRelease', 'ReleaseTimes', 'WorkspaceSettings', 'ScheduleEntry', 'Content', 'Queue'],
    put: ['HaltRelease', 'ReleaseTimes', 'WorkspaceSettings', 'ScheduleEntry', 'Content', 'ContentTarget', 'Queue'],
    indexes: ['by_status'],
  },
});

export const continuedReleases = /* @__PURE__ */ defineJobPart({
  of: 'on-sweep-due',
  access: { get: ['HaltRelease'], put: ['HaltRelease'], indexes: ['by_due'] },
});
