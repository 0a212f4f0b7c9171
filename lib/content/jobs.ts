import { defineJobPart } from '../core/queue/define-job.ts';

export const contentChanges = /* @__PURE__ */ defineJobPart({
  of: 'on-table-change',
  access: {
    get: ['Content', 'Account', 'DefaultAccount', 'MediaAsset', 'WorkspaceSettings'],
    put: ['ApprovalReminder'],
  },
});

export const reminderEmails = /* @__PURE__ */ defineJobPart({
  of: 'on-email-queued',
  access: { get: ['Content', 'WorkspaceSettings', 'ApprovalReminder', 'Workspace', 'Member'], list: ['Member'] },
});

export const approvalReminders = /* @__PURE__ */ defineJobPart({
  of: 'on-sweep-due',
  access: {
    get: ['Content', 'ScheduleEntry', 'WorkspaceSettings', 'ReminderCheck'],
    put: ['ApprovalReminder', 'ReminderCheck'],
    indexes: ['by_due'],
  },
});
