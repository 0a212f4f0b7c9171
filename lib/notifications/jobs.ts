import { defineJobPart } from '../core/queue/define-job.ts';

export const notifiedChanges = /* @__PURE__ */ defineJobPart({
  of: 'on-table-change',
  access: {
    put: ['Notification', 'UnsentNotification', 'NotificationTask'],
    add: ['NotificationTask'],
    remove: ['NotificationSettings'],
  },
});

export const digests = /* @__PURE__ */ defineJobPart({
  of: 'on-email-queued',
  access: {
    get: [
      'Notification',
      'NotificationDigest',
      'NotificationTask',
      'NotificationSettings',
      'Member',
      'Workspace',
      'Content',
      'WorkspaceSettings',
    ],
    list: ['Member', 'UnsentNotification', 'NotificationSettings'],
    put: ['NotificationDigest'],
    update: ['NotificationTask'],
    remove: ['UnsentNotification', 'NotificationTask'],
    indexes: ['by_parent'],
  },
});

export const notificationTasks = /* @__PURE__ */ defineJobPart({
  of: 'on-sweep-due',
  access: {
    get: ['NotificationTask', 'Content'],
    put: ['Notification', 'UnsentNotification', 'NotificationTask'],
    add: ['NotificationTask'],
    remove: ['NotificationTask'],
    indexes: ['by_due'],
  },
});
