import type { EntryError } from '../schedule-entry.ts';

/** The failure reasons that originate in this service and not at a platform. */
// biome-ignore format: one row per line is what makes it a table.
const ROWS = {
  too_late: row('system', true, 'The post was not sent because it missed its scheduled time by more than the lateness limit.'),
  not_approved: row('content', false, 'The item needs an approval, and was not approved when it was due. Request approval, then retry.'),
  account_missing: row('account', false, 'No account is connected for this platform.'),
  account_needs_reconnect: row('auth', false, 'The access token of the account is no longer valid. Reconnect the account, then retry.'),
  account_unavailable: row('system', true, 'The post was not sent because the access token of the account was temporarily unavailable.'),
  token_rejected: row('auth', true, 'The post was not sent because the platform rejected the access token of the account. After a second rejection, you must reconnect the account.'),
  publishing_halted: row('system', true, 'The post was not sent because publishing is halted. It waits until publishing resumes.'),
  post_limit_reached: row('system', true, 'The post was not sent because the workspace has sent as many posts on this day (UTC) as its limit allows.'),
  spending_limit_reached: row('system', true, 'The post was not sent because its price exceeds what is left of the limit of the workspace for platform charges in this month (UTC).'),
  missed: row('system', true, 'The post was due while publishing was halted, and publishing resumed without the posts that were missed. It was not sent. Retry to publish it now.'),
  preparation_slow: row('system', true, 'The post was not sent because its preparation timed out.'),
  preparation_interrupted: row('system', true, 'The post was not sent because its preparation was interrupted.'),
  outcome_unknown: row('system', false, 'The post was sent, but no response was recorded. It may be live. Check the platform before you publish it again.'),
  earlier_send_unchecked: row('platform', true, 'An earlier request may have published the post, and the platform did not respond when asked. The post was not sent again.'),
  post_already_claimed: row('system', false, 'The platform returned the id of a post that belongs to another target. This post may be live under a different id. Check the platform before you publish it again.'),
  not_published: row('platform', true, 'The platform did not respond, and later reported that the post was not published.'),
  part_id_unknown: row('system', false, 'A part of the thread is live, but its id is unknown. The next part cannot reply to it.'),
  item_deleted: row('content', false, 'The item was deleted before all parts of its thread were published.'),
  deleted_unconfirmed: row('system', false, 'The item was deleted while the outcome of the post was unknown. The post may be live.'),
  resolved_as_failed: row('system', true, 'A user reported that this unconfirmed post was not published.'),
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

/**
 * The warnings that follow from an item and its accounts. The post is published: `local_time_skipped` and
 * `local_time_repeated`, at another time than its clock says, or at the first of two; `sandbox_marker`, with a text that was
 * meant for a sandbox account.
 */
export const CHECKED_WARNING_CODES = [
  ...FAILURE_WARNING_CODES,
  'local_time_skipped',
  'local_time_repeated',
  'sandbox_marker',
] as const;

/** All warnings. `duplicate_content`: another item has the same content, and `allow_duplicate` is needed to publish it. */
export const WARNING_CODES = [...CHECKED_WARNING_CODES, 'duplicate_content'] as const;
export type WarningCode = (typeof WARNING_CODES)[number];
