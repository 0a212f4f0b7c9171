import { defineJob, defineJobPart, defineSteps } from '../core/queue/define-job.ts';
import type { AccountRemoval } from './rules/account-removal.ts';

/** Refresh tokens. Those of X are refreshed 15 minutes before they expire, which leaves three attempts. */
export const refreshJob = /* @__PURE__ */ defineJob({
  name: 'on-refresh-due',
  every: 5,
  schedule: 'RefreshSchedule',
  timeoutSeconds: 300,
  access: {
    get: ['Account'],
    update: ['Account'],
    indexes: ['by_due'],
    // A refreshed token is stored before it is used.
    kms: { encrypt: ['Account'], decrypt: ['Account'] },
  },
});

export const accountRemovalSteps = /* @__PURE__ */ defineSteps<AccountRemoval>({
  entity: 'AccountRemoval',
  idOf: ({ account_id }) => account_id,
  hasStep: ({ status }) => status === 'running',
});

export const accountRemovalStepAccess = /* @__PURE__ */ defineJobPart({
  of: 'on-step-queued',
  access: {
    get: ['AccountRemoval', 'ScheduleEntry', 'Content'],
    put: ['AccountRemoval', 'ScheduleEntry', 'Content', 'ContentTarget'],
    indexes: ['by_category'],
  },
});

export const accountChanges = /* @__PURE__ */ defineJobPart({ of: 'on-table-change', access: { get: ['Account'] } });

export const overdueRemovals = /* @__PURE__ */ defineJobPart({
  of: 'on-sweep-due',
  access: { get: ['AccountRemoval'], put: ['AccountRemoval'], indexes: ['by_due'] },
});
