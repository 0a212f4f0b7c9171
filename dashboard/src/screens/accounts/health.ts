import type { Schemas } from '../../api/client.ts';
import { hasText, t } from '../../language/texts.ts';

type Account = Schemas['Account'];
export type ReconnectReason = NonNullable<Account['reconnect_reason']>;
export type ConnectError = NonNullable<Schemas['Connect']['error']>['code'];

/** What a person should know about an account, and whether it needs a new connection. */
export interface Health {
  needsReconnect: boolean;
  text: string;
}

/** Describe the health of an account in a sentence. Times are formatted by `format`. */
export function accountHealth(account: Account, format: (at: string) => string): Health {
  if (account.status === 'needs_reconnect') {
    const reason = `accounts.reason_${account.reconnect_reason}`;
    const why = t(hasText(reason) ? reason : 'accounts.reasonUnknown');
    const todo = t(account.sandbox ? 'accounts.reconnectSandbox' : 'accounts.reconnectThenRetry');
    return { needsReconnect: true, text: `${why} ${todo}` };
  }
  if (account.sandbox) return { needsReconnect: false, text: t('accounts.sandboxHealth') };
  return { needsReconnect: false, text: tokenText(account, format) };
}

function tokenText({ token_expires_at, is_refreshable }: Account, format: (at: string) => string): string {
  if (token_expires_at === null) return t('accounts.tokenUnknown');
  return t(is_refreshable ? 'accounts.tokenRefreshed' : 'accounts.tokenExpires', { at: format(token_expires_at) });
}

/** Say why a connection failed, and what to do. */
export function connectErrorText(code: ConnectError): string {
  const key = `accounts.error_${code}`;
  return t(hasText(key) ? key : 'accounts.errorUnknown');
}

/** Say what happened to the scheduled posts of an account that was disconnected. */
export function cancelledText(
  deleted: Pick<Schemas['AccountDeleted'], 'cancelled_entries' | 'cancelled_entries_is_capped'>,
): string {
  const { cancelled_entries: count, cancelled_entries_is_capped: isCapped } = deleted;
  return t(isCapped ? 'accounts.manyCancelledPosts' : 'accounts.cancelledPosts', { count });
}

/** Say how many scheduled posts a disconnection would cancel. */
export function scheduledText(count: number, isCapped: boolean): string {
  return t(isCapped ? 'accounts.manyScheduledPosts' : 'accounts.scheduledPosts', { count });
}
