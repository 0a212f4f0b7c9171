import { defineJobPart } from '../core/queue/define-job.ts';

export const memberChanges = /* @__PURE__ */ defineJobPart({
  of: 'on-table-change',
  access: {
    get: ['Workspace', 'WorkspaceSettings', 'Member', 'ApiKey', 'Invitation'],
    list: ['Invitation', 'Passkey'],
    put: ['ApiKey', 'Invitation'],
    remove: ['EmailReservation', 'Passkey', 'PasskeyCredential'],
    indexes: ['by_parent'],
  },
});

export const memberEmails = /* @__PURE__ */ defineJobPart({
  of: 'on-email-queued',
  access: {
    get: ['Invitation', 'Member', 'Workspace', 'WorkspaceSettings', 'SignInRequest'],
    list: ['Member', 'SignInLink'],
    put: ['Invitation', 'InvitationToken', 'SignInLink'],
    indexes: ['by_parent'],
  },
});
