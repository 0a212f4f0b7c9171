import { defineNotification } from '../core/events/define-notification.ts';

export const postFailed = /* @__PURE__ */ defineNotification({
  kind: 'post_failed',
  place: 1,
  permission: 'content:read',
  description: 'A post failed, also a thread of which a part is live.',
  docs: { when: 'a target failed, or a thread was interrupted' },
});

export const postUnconfirmed = /* @__PURE__ */ defineNotification({
  kind: 'post_unconfirmed',
  place: 2,
  permission: 'content:read',
  description: 'The outcome of a post is still unknown after 15 minutes.',
  docs: {
    when: 'the outcome of a target, or of a part of a thread, is still unknown after 15 minutes',
  },
});

export const approvalRequested = /* @__PURE__ */ defineNotification({
  kind: 'approval_requested',
  place: 6,
  permission: 'content:approve',
  receivers: 'approvers',
  description: 'A member requested approval of an item about which you may decide.',
  docs: { when: 'an item was submitted', who: 'members who may decide about it ([approval](../approval.md))' },
});

export const approvalDecided = /* @__PURE__ */ defineNotification({
  kind: 'approval_decided',
  place: 7,
  permission: 'content:read',
  receivers: 'named',
  description: 'Your item, or an item that you submitted, was approved, or changes were requested.',
  docs: {
    when: 'an item was approved, or changes were requested',
    who: 'its author and the member who submitted it, except for the one who decided',
  },
});
