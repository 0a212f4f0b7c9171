import type { ClassificationRow } from '../classification.ts';

/**
 * The retry delay after the posting limit of an account.
 *
 * Instagram counts the posts of the last 24 hours and does not state when the next one is allowed. Half an hour
 * detects that soon enough without many requests.
 */
export const QUOTA_WAIT_SECONDS = 1_800;

const PERMISSION_CODES = [10, ...Array.from({ length: 100 }, (_, index) => 200 + index)];

/**
 * Instagram's error table.
 *
 * Nearly all errors have status 400, so `code` and `error_subcode` decide. Rows with subcodes come first: 4 with
 * 2207051 is suspected spam, 4 alone is a rate limit. `unknown` applies to `media_publish`; an error while a
 * container is created is retried, because nothing can be live.
 */
// biome-ignore format: a table is read by its rows
export const INSTAGRAM_ROWS: readonly ClassificationRow[] = [
  { status: [500, 599], outcome: 'unknown', code: 'unexpected_answer', category: 'platform', message: 'Instagram failed while handling the post; it may be live' },
  { errorSubcodes: [2207003, 2207052], outcome: 'retry', code: 'media_unavailable', category: 'content', message: 'Instagram could not download the picture' },
  { errorSubcodes: [2207006, 2207008, 2207020], outcome: 'retry', code: 'container_gone', category: 'platform', message: 'Instagram no longer has the prepared post' },
  { errorSubcodes: [2207001, 2207032, 2207053], outcome: 'unknown', code: 'unexpected_answer', category: 'platform', message: 'Instagram failed while handling the post; it may be live' },
  { errorSubcodes: [2207027], outcome: 'retry', code: 'media_not_ready', category: 'platform', message: 'Instagram has not finished the picture' },
  { errorSubcodes: [2207042], outcome: 'retry', code: 'rate_limited', category: 'rate_limit', message: "Instagram's limit of posts in 24 hours is reached", retryAfterSeconds: QUOTA_WAIT_SECONDS },
  { errorSubcodes: [2207050, 2207051], outcome: 'rejected', code: 'account_restricted', category: 'account', message: 'Instagram restricts this account' },
  { errorSubcodes: [2207004], outcome: 'rejected', code: 'media_too_large', category: 'content', message: 'The picture is too large for Instagram' },
  { errorSubcodes: [2207005, 2207009, 2207026], outcome: 'rejected', code: 'media_unsupported', category: 'content', message: 'Instagram does not take a picture of this kind' },
  { errorSubcodes: [2207010], outcome: 'rejected', code: 'text_too_long', category: 'content', message: 'The caption is too long for Instagram' },
  { errorCodes: [190], outcome: 'rejected', code: 'unauthorized', category: 'auth', message: 'Instagram did not accept the access token' },
  { errorCodes: [4, 17, 32, 613, 80002], outcome: 'retry', code: 'rate_limited', category: 'rate_limit', message: "Instagram's limit of requests is reached" },
  { errorCodes: PERMISSION_CODES, outcome: 'rejected', code: 'forbidden', category: 'auth', message: 'Instagram has not granted this permission' },
  { errorCodes: [368], outcome: 'rejected', code: 'account_restricted', category: 'account', message: 'Instagram restricts this account' },
  { errorCodes: [506], outcome: 'rejected', code: 'duplicate_content', category: 'content', message: 'Instagram has this post already' },
  { errorCodes: [9007], outcome: 'retry', code: 'media_not_ready', category: 'platform', message: 'Instagram has not finished the picture' },
  { errorCodes: [-1, 1, 2], outcome: 'unknown', code: 'unexpected_answer', category: 'platform', message: 'Instagram failed while handling the post; it may be live' },
  { transient: true, outcome: 'unknown', code: 'unexpected_answer', category: 'platform', message: 'Instagram failed while handling the post; it may be live' },
];
