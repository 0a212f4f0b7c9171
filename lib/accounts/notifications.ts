import { defineNotification } from '../core/events/define-notification.ts';

export const accountNeedsReconnect = /* @__PURE__ */ defineNotification({
  kind: 'account_needs_reconnect',
  place: 3,
  permission: 'accounts:read',
  description: 'An account needs new credentials from its owner.',
  docs: { when: 'an account needs new credentials' },
});

export const tokenExpires = /* @__PURE__ */ defineNotification({
  kind: 'token_expires',
  place: 4,
  permission: 'accounts:read',
  description: 'The token of an account expires and cannot be refreshed. Sent 7 days before on LinkedIn and Instagram.',
  docs: {
    when: 'the token of an account ends and cannot be refreshed: 7 days before on LinkedIn and Instagram, 15 minutes before on X and Bluesky',
  },
});

export const budgetUsedUp = /* @__PURE__ */ defineNotification({
  kind: 'budget_used_up',
  place: 8,
  permission: 'accounts:read',
  description: 'The monthly metrics budget of an account is used up.',
  docs: { when: 'the monthly metrics budget of an account is used up' },
});
