import type { Schemas } from '../../api/client.ts';

type Account = Schemas['Account'];
export type ReconnectReason = NonNullable<Account['reconnect_reason']>;
export type ConnectError = NonNullable<Schemas['Connect']['error']>['code'];

const REASONS: Record<ReconnectReason, string> = {
  token_refused: 'The platform no longer accepts the access of this account.',
  token_expires: 'The access ends soon, and the platform gave no way to renew it. Posts are published until then.',
  refresh_refused: 'The platform refused to renew the access of this account.',
  refresh_lost:
    'The response to the last renewal of the access was lost, and it cannot be repeated safely. Posts are published while the current access is valid.',
  unreadable: 'The stored credentials of this account cannot be read.',
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
    const todo = account.sandbox
      ? 'Reconnect the sandbox account.'
      : 'Reconnect the account, then retry its failed posts.';
    return { needsReconnect: true, text: `${why} ${todo}` };
  }
  if (account.sandbox) return { needsReconnect: false, text: 'Publishes into this service only, and never expires.' };
  return { needsReconnect: false, text: tokenText(account, format) };
}

function tokenText({ token_expires_at, is_refreshable }: Account, format: (at: string) => string): string {
  if (token_expires_at === null) return 'The platform sets no end of the access.';
  if (is_refreshable) return `The access is renewed automatically. The current one ends ${format(token_expires_at)}.`;
  return `The access ends ${format(token_expires_at)} and cannot be renewed automatically. Reconnect the account before.`;
}

const CONNECT_ERRORS: Record<ConnectError, string> = {
  access_denied: 'The access was denied on the platform. Start again and allow it.',
  expired: 'Nothing happened for ten minutes. Start again.',
  missing_scopes: 'A permission that publishing needs was denied. Start again and allow all of them.',
  no_account: 'This login has no account that can be connected, for example no professional account on Instagram.',
  code_refused: 'The platform rejected the request of this service. The operator has to check the app credentials.',
  platform_error: 'The platform reported an error. Try again in a few minutes.',
  response_lost: 'The response of the platform did not arrive. Start again.',
  other_account: 'Another account was signed in on the platform. Sign out there, and start again with this account.',
  account_deleted: 'The account was disconnected in the meantime. Connect it as a new account.',
  app_missing: 'The app credentials of this platform were removed. The operator has to set them.',
  requester_revoked: 'You no longer have the permission to connect accounts.',
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
  if (isCapped) return `More than ${count.toLocaleString('en')} of its scheduled posts are cancelled.`;
  return count === 1 ? 'One scheduled post of it is cancelled.' : `${count} of its scheduled posts are cancelled.`;
}

/** Say how many scheduled posts a disconnection would cancel. */
export function scheduledText(count: number, isCapped: boolean): string {
  if (count === 0) return 'No post is scheduled on this account.';
  if (isCapped) return `More than ${count.toLocaleString('en')} scheduled posts of this account will be cancelled.`;
  return count === 1
    ? 'One scheduled post of this account will be cancelled.'
    : `${count} scheduled posts of this account will be cancelled.`;
}
