import type { EntryError } from './schedule-entry.ts';

/** Why a post did not go out, where it was not the platform that said so: the one list of our own reasons. */
const ROWS = {
  too_late: {
    category: 'system',
    retryable: true,
    message: 'The time of this post was missed by more than the lateness limit, so it was not sent.',
  },
  account_missing: {
    category: 'account',
    retryable: false,
    message: 'The workspace has no account connected for this platform.',
  },
  account_needs_reconnect: {
    category: 'auth',
    retryable: false,
    message: 'The token of this account no longer works. Connect the account again, then retry.',
  },
  account_unavailable: {
    category: 'system',
    retryable: true,
    message: 'The token of this account could not be had just now, so the post was not sent in this attempt.',
  },
  preparation_slow: {
    category: 'system',
    retryable: true,
    message: 'Preparing the post took so long that it was not sent in this attempt.',
  },
  outcome_unknown: {
    category: 'system',
    retryable: false,
    message:
      'The post was handed to the platform, but no answer was recorded. It may be live: look before you publish it again.',
  },
  not_published: {
    category: 'platform',
    retryable: true,
    message: 'The platform did not answer to this post, and said later that it did not publish it.',
  },
  resolved_as_failed: {
    category: 'system',
    retryable: true,
    message: 'Nobody knew whether this post is live; a person has said that it is not.',
  },
} as const satisfies Record<string, Omit<EntryError, 'code'>>;

/** The error with this code. */
export function entryError(code: keyof typeof ROWS): EntryError {
  return { code, ...ROWS[code] };
}
