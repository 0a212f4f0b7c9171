import type { EntryError } from './schedule-entry.ts';

/** The failure reasons that originate in this service and not at a platform. */
// biome-ignore format: one row per line is what makes it a table.
const ROWS = {
  too_late: row('system', true, 'The scheduled time was missed by more than the lateness limit, so the post was not sent.'),
  not_approved: row('content', false, 'The workspace publishes only approved items, and this item was not approved when it was due. Have it approved, then retry.'),
  account_missing: row('account', false, 'No account is connected for this platform.'),
  account_needs_reconnect: row('auth', false, 'The access token of the account is no longer valid. Reconnect the account, then retry.'),
  account_unavailable: row('system', true, 'The access token of the account was temporarily unavailable, so the post was not sent in this attempt.'),
  token_rejected: row('auth', true, 'The platform rejected the access token of the account, so the post was not sent in this attempt. After a second rejection the account must be reconnected.'),
  preparation_slow: row('system', true, 'Preparing the post took too long, so the post was not sent in this attempt.'),
  preparation_interrupted: row('system', true, 'The service stopped while it was preparing the post, so the post was not sent.'),
  outcome_unknown: row('system', false, 'The post was sent to the platform, but no response was recorded. It may be live. Check the platform before you publish it again.'),
  post_already_claimed: row('system', false, 'The platform named a post that belongs to another target. This post may be live under another id. Check the platform before you publish it again.'),
  not_published: row('platform', true, 'The platform did not respond to this post and later reported that it was not published.'),
  part_id_unknown: row('system', false, 'A part of the thread is live, but its id is not known, so the next part cannot answer it.'),
  item_deleted: row('content', false, 'The item was deleted before every part of its thread was published.'),
  resolved_as_failed: row('system', true, 'The status of this post was unconfirmed, and a user reported that it was not published.'),
};

function row(category: EntryError['category'], retryable: boolean, message: string): Omit<EntryError, 'code'> {
  return { category, retryable, message };
}

/** Return the entry error with this code. */
export function entryError(code: keyof typeof ROWS): EntryError {
  return { code, ...ROWS[code] };
}

/** The failure codes that are returned as warnings before the due time, in the order in which publishing meets them. */
export const FAILURE_WARNING_CODES = [
  'not_approved',
  'account_missing',
  'account_needs_reconnect',
  'media_required',
  'rate_limited',
] as const;

/** All warnings. `sandbox_marker`: the post is published, with a text that was meant for a sandbox account. */
export const WARNING_CODES = [...FAILURE_WARNING_CODES, 'sandbox_marker'] as const;
export type WarningCode = (typeof WARNING_CODES)[number];
