import { defineJobPart } from '../core/queue/define-job.ts';

export const auditLog = /* @__PURE__ */ defineJobPart({
  of: 'on-table-change',
  access: { get: ['AuditHead', 'Tombstone'], list: ['AuditEntry'], put: ['AuditEntry', 'AuditHead', 'AuditClaim'] },
});
