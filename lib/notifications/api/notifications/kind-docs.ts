import type { NotificationKind } from '../../rules/notification.ts';

/** The descriptions of the kinds in the API document. */
export const KIND_DOCS: Record<NotificationKind, string> = {
  post_failed: 'A post failed, also a thread of which a part is live.',
  post_unconfirmed: 'The outcome of a post is still unknown after 15 minutes.',
  account_needs_reconnect: 'An account needs new credentials from its owner.',
  token_expires:
    'The token of an account expires and cannot be refreshed. Sent 7 days before on LinkedIn and Instagram.',
  webhook_disabled: 'A webhook endpoint was disabled.',
  approval_requested: 'A member requested approval of an item about which you may decide.',
  approval_decided: 'Your item, or an item that you submitted, was approved, or changes were requested.',
  budget_used_up: 'The monthly metrics budget of an account is used up.',
};
