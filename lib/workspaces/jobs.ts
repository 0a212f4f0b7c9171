import { defineJob, defineJobPart } from '../core/queue/define-job.ts';

/**
 * Delete the workspaces whose time has come. A function of its own: no other one may delete items of every kind. Its timeout
 * leaves a workspace that is begun at the end of a run its time.
 */
export const deletionJob = /* @__PURE__ */ defineJob({
  name: 'on-workspace-deletion-due',
  every: 5,
  timeoutSeconds: 300,
  memoryMb: 1024,
  access: {
    everything: true,
    put: ['WorkspaceDeletion', 'UsageDay'],
    add: ['StageUsage'],
    indexes: ['by_category', 'by_due', 'by_parent'],
    kms: { decrypt: ['Account'] },
  },
});

export const notedLimits = /* @__PURE__ */ defineJobPart({
  of: 'on-table-change',
  access: { get: ['Workspace'], insert: ['LimitNotice'] },
});
