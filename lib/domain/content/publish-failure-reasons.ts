import type { EntryError } from './schedule-entry.ts';

/** The failure reasons that originate in this service and not at a platform. */
const ROWS = {
  too_late: {
    category: 'system',
    retryable: true,
    message: 'The scheduled time was missed by more than the lateness limit, so the post was not sent.',
  },
  account_missing: { category: 'account', retryable: false, message: 'No account is connected for this platform.' },
  account_needs_reconnect: {
    category: 'auth',
    retryable: false,
    message: 'The access token of the account is no longer valid. Reconnect the account, then retry.',
  },
  account_unavailable: {
    category: 'system',
    retryable: true,
    message: 'The access token of the account was temporarily unavailable, so the post was not sent in this attempt.',
  },
  preparation_slow: {
    category: 'system',
    retryable: true,
    message: 'Preparing the post took too long, so the post was not sent in this attempt.',
  },
  outcome_unknown: {
    category: 'system',
    retryable: false,
    message:
      'The post was sent to the platform, but no response was recorded. It may be live. Check the platform before you publish it again.',
  },
  not_published: {
    category: 'platform',
    retryable: true,
    message: 'The platform did not respond to this post and later reported that it was not published.',
  },
  resolved_as_failed: {
    category: 'system',
    retryable: true,
    message: 'The status of this post was unconfirmed, and a user reported that it was not published.',
  },
} as const satisfies Record<string, Omit<EntryError, 'code'>>;

/** Returns the entry error with this code. */
export function entryError(code: keyof typeof ROWS): EntryError {
  return { code, ...ROWS[code] };
}
