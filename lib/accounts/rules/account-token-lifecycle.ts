import { REFRESH_RETRY_SECONDS } from '../../core/retry/back-off.ts';
import { isLeased, leaseEnd } from '../../core/retry/lease.ts';
import { pick } from '../../core/values/pick.ts';
import { formatInstant } from '../../core/values/timestamps.ts';
import type { AccountSecrets } from '../../platforms/kit/oauth-connector.ts';
import { PLATFORM_TABLE, type Platform } from '../../platforms/platforms.ts';
import type { Account, Connection, ReconnectReason } from './account.ts';
import { isSandboxAccountId } from './sandbox-account.ts';

const RECENT_REFRESH_MS = 60_000;
// A token that ends while the post is being sent is no use.
const MARGIN_MS = 60_000;

/** Return whether these credentials can be refreshed automatically. */
export function isRefreshable(platform: Platform, secrets: AccountSecrets): boolean {
  return PLATFORM_TABLE[platform].token.grant === 'access_token' || secrets.refresh_token !== null;
}

/**
 * Return whether the refresh token of an account works once: always on some platforms, and for tokens that are bound
 * to a key, because their server replaces them with each use.
 */
function isRefreshSingleUse({ platform, has_single_use_refresh }: Account): boolean {
  return has_single_use_refresh ?? PLATFORM_TABLE[platform].token.isSingleUse;
}

/** Build an account that was connected, or reconnected with the id of `before`. */
export function connectAccount(
  before: Account | null,
  owner: { id: string; workspaceId: string; platform: Platform; isDefault: boolean },
  connection: Connection & { encrypted_secrets: string },
  nowMs: number,
): Account {
  const now = formatInstant(nowMs);
  return withToken(
    {
      ...(before ? metricsFieldsOf(before) : {}),
      id: before?.id ?? owner.id,
      workspace_id: owner.workspaceId,
      platform: owner.platform,
      external_id: connection.external_id,
      name: connection.name ?? before?.name ?? connection.external_id,
      is_default: before?.is_default ?? owner.isDefault,
      handle: connection.handle ?? null,
      server: connection.server ?? null,
      status: 'connected',
      reconnect_reason: null,
      token_expires_at: null,
      is_refreshable: !isSandboxAccountId(before?.id ?? owner.id) && isRefreshable(owner.platform, connection.secrets),
      ...(connection.secrets.dpop_key === undefined ? {} : { has_single_use_refresh: true }),
      refresh_at: null,
      refresh_lease: null,
      refreshed_at: null,
      encrypted_secrets: connection.encrypted_secrets,
      inbound_since: connection.has_inbound ? now : (before?.inbound_since ?? null),
      created_at: before?.created_at ?? now,
      updated_at: now,
      version: before?.version ?? 0,
    },
    connection.expires_in_seconds,
    nowMs,
  );
}

/** The fields of an account about its metrics: they do not depend on its credentials. */
function metricsFieldsOf(account: Account): Partial<Account> {
  const fields = [
    'metrics_schedule',
    'metrics_off_since',
    'metrics_budget_micro_usd',
    'metrics_budget_used_up_at',
  ] as const;
  return pick(account, ...fields.filter((field) => account[field] !== undefined));
}

function withToken(account: Account, expiresInSeconds: number | null, nowMs: number): Account {
  if (expiresInSeconds === null) return { ...account, token_expires_at: null, refresh_at: null };
  const endsMs = nowMs + expiresInSeconds * 1000;
  const ahead = PLATFORM_TABLE[account.platform].token.refreshBeforeExpirySeconds * 1000;
  // A token that lives shorter than the platform's usual is refreshed at half of its life.
  const refreshMs = Math.max(endsMs - ahead, nowMs + (expiresInSeconds * 1000) / 2);
  return { ...account, token_expires_at: formatInstant(endsMs), refresh_at: formatInstant(refreshMs) };
}

/** The next action for the token of an account. */
export type TokenAction =
  | { action: 'use' }
  | { action: 'refresh' } // Refresh the token first; no other worker is refreshing it.
  | { action: 'wait' } // Another worker is refreshing the token.
  | { action: 'later' } // The token has expired, and a refresh failed a short time ago.
  | { action: 'reconnect'; reason: ReconnectReason }; // The account must be reconnected.

/** Decide the next action for a token. A crashed refresh may have used up a single-use refresh token. */
export function decideTokenAction(account: Account, nowMs: number): TokenAction {
  if (account.encrypted_secrets === null)
    return { action: 'reconnect', reason: account.reconnect_reason ?? 'unreadable' };
  const lives = isTokenAlive(account, nowMs);
  if (account.status === 'needs_reconnect') {
    return lives ? { action: 'use' } : { action: 'reconnect', reason: account.reconnect_reason ?? 'token_refused' };
  }
  if (account.refresh_lease) {
    if (isLeased(account.refresh_lease.expires_at, nowMs)) return { action: 'wait' };
    if (isRefreshSingleUse(account)) return { action: 'reconnect', reason: 'refresh_lost' };
  }
  const isPostponed = account.refresh_at !== null && Date.parse(account.refresh_at) > nowMs;
  if (lives && (isPostponed || account.refresh_at === null)) return { action: 'use' };
  if (account.is_refreshable) return { action: isPostponed ? 'later' : 'refresh' };
  return { action: 'reconnect', reason: lives ? 'token_expires' : 'token_refused' };
}

/** Return whether an access token is still usable, independent of the status of its account. */
export function isTokenAlive(account: Account, nowMs: number): boolean {
  if (account.encrypted_secrets === null) return false;
  return account.token_expires_at === null || Date.parse(account.token_expires_at) - MARGIN_MS > nowMs;
}

/** The next action after the platform rejected the token of an account. */
export type RejectionAction = 'refresh' | 'record' | 'reconnect';

/**
 * Decide the next action after a rejection of the token. `used` is the account as the worker that used the token has
 * loaded it. A token that cannot be replaced is given a second chance: rejections of requests that were under way
 * together count as one, so the second is one by a worker that knew of the first.
 */
export function decideRejectionAction(account: Account, used: Account, nowMs: number): RejectionAction {
  if (account.token_rejected_at && !used.token_rejected_at) return 'record';
  // The platform also rejects a token it has just issued, so another refresh would not help.
  const isRecent = account.refreshed_at !== null && nowMs - Date.parse(account.refreshed_at) < RECENT_REFRESH_MS;
  if (account.status === 'connected' && account.is_refreshable && !isRecent) return 'refresh';
  return used.token_rejected_at ? 'reconnect' : 'record';
}

/** Record that the platform rejected the token. A successful request clears the record. */
export function recordRejection(account: Account, nowMs: number): Account {
  return { ...account, token_rejected_at: formatInstant(nowMs) };
}

/** Record a rejected token that is about to be refreshed, and mark it as expired. */
export function expireRejectedToken(account: Account, nowMs: number): Account {
  return { ...recordRejection(account, nowMs), token_expires_at: formatInstant(nowMs) };
}

/** Start a refresh lease, before the request for a new token. No other worker refreshes until it expires. */
export function startRefresh(account: Account, id: string, nowMs: number): Account {
  const expires_at = leaseEnd('tokenRefresh', nowMs);
  return { ...account, refresh_lease: { id, expires_at }, refresh_at: expires_at };
}

/** Apply a new token. It must be stored before it is used. */
export function applyRefreshedToken(
  account: Account,
  token: { encrypted_secrets: string; expiresInSeconds: number },
  nowMs: number,
): Account {
  const now = formatInstant(nowMs);
  const renewed: Account = {
    ...account,
    status: 'connected',
    reconnect_reason: null,
    refresh_lease: null,
    encrypted_secrets: token.encrypted_secrets,
    refreshed_at: now,
    updated_at: now,
  };
  return withToken(renewed, token.expiresInSeconds, nowMs);
}

/** Return the credentials after a refresh. Keeps the refresh token if the platform issues no new one. */
export function renewedSecrets(secrets: AccountSecrets, token: { accessToken: string; refreshToken: string | null }) {
  return { ...secrets, access_token: token.accessToken, refresh_token: token.refreshToken || secrets.refresh_token };
}

/** Schedule another refresh in five minutes after one that certainly failed. */
export function postponeRefresh(account: Account, nowMs: number): Account {
  return { ...account, refresh_lease: null, refresh_at: formatInstant(nowMs + REFRESH_RETRY_SECONDS * 1000) };
}

/** Handle a refresh with an unknown outcome: a single-use token is lost, any other is retried. */
export function onRefreshOutcomeUnknown(account: Account, nowMs: number): Account {
  return isRefreshSingleUse(account) ? needsReconnect(account, 'refresh_lost', nowMs) : postponeRefresh(account, nowMs);
}

/** A refresh: the account before it, and with its lease. */
export type Refresh = { before: Account; started: Account };

/** The result of a refresh. The new secrets are encrypted. */
export type RefreshResult =
  | { outcome: 'refreshed'; encrypted_secrets: string; expiresInSeconds: number }
  | { outcome: 'rejected' | 'retry' | 'unknown' };

/**
 * Apply the result of a refresh to the current state of the account, null if it was deleted. A new token replaces the
 * secrets that were refreshed whatever else has changed, even after the lease: a single-use token exists nowhere else.
 * Returns null when the account was connected again, or another worker has taken over a refresh without a new token.
 */
export function finishRefresh(account: Account | null, refresh: Refresh, result: RefreshResult, nowMs: number) {
  const { before, started } = refresh;
  if (account?.id !== started.id || account.encrypted_secrets !== started.encrypted_secrets) return null;
  if (result.outcome === 'refreshed') return applyRefreshedToken(account, result, nowMs);
  if (account.refresh_lease?.id !== started.refresh_lease?.id) return null;
  if (result.outcome === 'retry') return postponeRefresh(account, nowMs);
  if (result.outcome === 'unknown') return onRefreshOutcomeUnknown(account, nowMs);
  const isExchange = PLATFORM_TABLE[account.platform].token.grant === 'access_token';
  const isFirstRejection = started.token_rejected_at && !before.token_rejected_at;
  if (!isExchange || !isFirstRejection) return needsReconnect(account, 'refresh_refused', nowMs);
  // Without a refresh token, the rejection says no more than the rejection. Instagram also rejects young tokens.
  const { token_expires_at, refresh_at } = before;
  return { ...account, refresh_lease: null, token_expires_at, refresh_at };
}

/** Mark an account for reconnection. Its access token stays in use until it expires or was rejected. */
export function needsReconnect(account: Account, reason: ReconnectReason, nowMs: number): Account {
  const now = formatInstant(nowMs);
  return {
    ...account,
    status: 'needs_reconnect',
    reconnect_reason: reason,
    refresh_lease: null,
    refresh_at: null,
    token_expires_at: reason === 'token_refused' || reason === 'unreadable' ? now : account.token_expires_at,
    updated_at: now,
  };
}

/**
 * Return whether a post that is due at `dueMs` would fail because its account must be reconnected. Null for a post
 * without a time: then an account that must be reconnected counts even while its token is valid.
 */
export function willNeedReconnect(account: Account, dueMs: number | null, nowMs: number): boolean {
  if (dueMs === null && account.status === 'needs_reconnect') return true;
  const atMs = Math.max(dueMs ?? nowMs, nowMs);
  // A refresh that is running ends before its lease does.
  const isRefreshing = isLeased(account.refresh_lease?.expires_at, nowMs);
  const settled = isRefreshing ? { ...account, refresh_lease: null } : account;
  return !isTokenAlive(settled, atMs) && decideTokenAction(settled, atMs).action === 'reconnect';
}
