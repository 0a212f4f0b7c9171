import { defineJobPart, defineSteps } from '../core/queue/define-job.ts';
import type { Export } from './rules/export.ts';

export const exportSteps = /* @__PURE__ */ defineSteps<Export>({
  entity: 'Export',
  idOf: ({ id }) => id,
  hasStep: ({ status }) => status === 'running',
});

export const exportStepAccess = /* @__PURE__ */ defineJobPart({
  of: 'on-step-queued',
  access: {
    get: ['Export', 'Content', 'Label', 'AuditClaim'],
    list: ['Content', 'PostMetrics', 'AuditEntry'],
    put: ['Export'],
  },
});

export const overdueExports = /* @__PURE__ */ defineJobPart({
  of: 'on-sweep-due',
  access: { get: ['Export'], put: ['Export'], indexes: ['by_due'] },
});
