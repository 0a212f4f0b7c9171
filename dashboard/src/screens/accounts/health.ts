import type { Schemas } from '../../api/client.ts';

type Account = Schemas['Account'];
export type ReconnectReason = NonNullable<Account['reconnect_reason']>;
export type ConnectError = NonNullable<Schemas['Connect']['error']>['code'];

const REASONS: Record<ReconnectReason, string> = {
  token_refused: 'The platform no longer accepts this account’s access token.',
  token_expires: 'The access token expires soon and cannot be refreshed. Posts are published until then.',
  refresh_refused: 'The platform rejected the token refresh.',
  refresh_lost:
    'The last token refresh received no response and cannot be retried safely. Posts are published while the current token is valid.',
  unreadable: 'The stored credentials cannot be read.',
};

/** What a person should know about an account, and whether it needs a new connection. */
export interface Health {
  needsReconnect: boolean;
  text: string;
}

/** Describe the health of an account in a sentence. Times are formatted by `format`. */
export function accountHealth(account: Account, format: (at: string) => string): Health {
  if (account.status === 'needs_reconnect') {
    const why = account.reconnect_reason ? REASONS[account.reconnect_reason] : 'The credentials are no longer valid.';
    const todo = account.sandbox ? 'Reconnect the sandbox account.' : 'Reconnect the account, then retry failed posts.';
    return { needsReconnect: true, text: `${why} ${todo}` };
  }
  if (account.sandbox) return { needsReconnect: false, text: 'Publishes within this service only. Never expires.' };
  return { needsReconnect: false, text: tokenText(account, format) };
}

function tokenText({ token_expires_at, is_refreshable }: Account, format: (at: string) => string): string {
  if (token_expires_at === null) return 'The platform does not report when the access token expires.';
  if (is_refreshable)
    return `The access token is refreshed automatically. The current token expires ${format(token_expires_at)}.`;
  return `The access token expires ${format(token_expires_at)} and cannot be refreshed. Reconnect the account before then.`;
}

const CONNECT_ERRORS: Record<ConnectError, string> = {
  access_denied: 'Access was denied. Start again and allow access.',
  expired: 'The connection expired after ten minutes. Start again.',
  missing_scopes: 'A required permission was denied. Start again and allow all permissions.',
  no_account: 'No eligible account found. Instagram requires a professional account.',
  code_refused: 'The platform rejected the request. The operator must check the app credentials.',
  platform_error: 'The platform reported an error. Try again in a few minutes.',
  response_lost: 'The platform did not respond. Start again.',
  other_account: 'A different account was signed in on the platform. Sign out there, then start again.',
  account_deleted: 'The account was disconnected. Connect it as a new account.',
  app_missing: 'The app credentials of this platform were removed. The operator must set them.',
  requester_revoked: 'You no longer have permission to connect accounts.',
};

/** Say why a connection failed, and what to do. */
export function connectErrorText(code: ConnectError): string {
  return CONNECT_ERRORS[code] ?? 'The connection failed. Start again.';
}

/** Say what happened to the scheduled posts of an account that was disconnected. */
export function cancelledText(
  deleted: Pick<Schemas['AccountDeleted'], 'cancelled_entries' | 'cancelled_entries_is_capped'>,
): string {
  const { cancelled_entries: count, cancelled_entries_is_capped: isCapped } = deleted;
  if (count === 0) return 'It had no scheduled posts.';
  if (isCapped) return `More than ${count.toLocaleString('en')} scheduled posts were cancelled.`;
  return count === 1 ? 'One scheduled post was cancelled.' : `${count} scheduled posts were cancelled.`;
}

/** Say how many scheduled posts a disconnection would cancel. */
export function scheduledText(count: number, isCapped: boolean): string {
  if (count === 0) return 'No post is scheduled on this account.';
  if (isCapped) return `More than ${count.toLocaleString('en')} scheduled posts of this account will be cancelled.`;
  return count === 1
    ? 'One scheduled post of this account will be cancelled.'
    : `${count} scheduled posts of this account will be cancelled.`;
}
