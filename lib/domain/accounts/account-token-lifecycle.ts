import { PLATFORM_TABLE, type Platform } from '../../platforms/platforms.ts';
import { formatInstant } from '../timestamps.ts';
import type { Account, AccountSecrets, Connection, ReconnectReason } from './account.ts';

/** A worker that refreshes has this long; its request has a shorter deadline. */
export const REFRESH_LEASE_SECONDS = 60;
const RETRY_SECONDS = 300;
// A token that ends while the post is being sent is no use.
const MARGIN_MS = 60_000;

/** Says whether these secrets can be refreshed without a person. */
export function isRefreshable(platform: Platform, secrets: AccountSecrets): boolean {
  return PLATFORM_TABLE[platform].token.grant === 'access_token' || secrets.refresh_token !== null;
}

/** An account that has just been connected, or connected again: then `before` keeps its id. */
export function connectAccount(
  before: Account | null,
  owner: { id: string; workspaceId: string; platform: Platform },
  connection: Connection & { encrypted_secrets: string },
  nowMs: number,
): Account {
  const now = formatInstant(nowMs);
  return withToken(
    {
      id: before?.id ?? owner.id,
      workspace_id: owner.workspaceId,
      platform: owner.platform,
      external_id: connection.external_id,
      status: 'connected',
      reconnect_reason: null,
      token_expires_at: null,
      is_refreshable: isRefreshable(owner.platform, connection.secrets),
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

function withToken(account: Account, expiresInSeconds: number | null, nowMs: number): Account {
  if (expiresInSeconds === null) return { ...account, token_expires_at: null, refresh_at: null };
  const endsMs = nowMs + expiresInSeconds * 1000;
  const ahead = PLATFORM_TABLE[account.platform].token.refreshBeforeExpirySeconds * 1000;
  // A token that lives shorter than the platform's usual is refreshed at half of its life.
  const refreshMs = Math.max(endsMs - ahead, nowMs + (expiresInSeconds * 1000) / 2);
  return { ...account, token_expires_at: formatInstant(endsMs), refresh_at: formatInstant(refreshMs) };
}

/** What is to be done about an account's token now. */
export type TokenAction =
  | { act: 'use' }
  /** Ask for a new one first: this worker may, nobody else is at it. */
  | { act: 'refresh' }
  /** Somebody else is asking for one. */
  | { act: 'wait' }
  /** The token has ended, and the platform was asked for another in vain a short while ago. */
  | { act: 'later' }
  /** No post can go out with it, and only a person can help. */
  | { act: 'reconnect'; reason: ReconnectReason };

/**
 * Looks at an account and the clock. A refresh that was begun and whose worker died may have been carried
 * out: with a refresh token that works once it is lost, with any other it is begun again.
 */
export function decideTokenAction(account: Account, nowMs: number): TokenAction {
  if (account.encrypted_secrets === null)
    return { act: 'reconnect', reason: account.reconnect_reason ?? 'unreadable' };
  const lives = isTokenAlive(account, nowMs);
  if (account.status === 'needs_reconnect') {
    return lives ? { act: 'use' } : { act: 'reconnect', reason: account.reconnect_reason ?? 'token_refused' };
  }
  if (account.refresh_lease) {
    if (Date.parse(account.refresh_lease.expires_at) > nowMs) return { act: 'wait' };
    if (PLATFORM_TABLE[account.platform].token.isSingleUse)
      return { act: 'reconnect', reason: 'refresh_lost' };
  }
  const isPostponed = account.refresh_at !== null && Date.parse(account.refresh_at) > nowMs;
  if (lives && (isPostponed || account.refresh_at === null)) return { act: 'use' };
  if (account.is_refreshable) return { act: isPostponed ? 'later' : 'refresh' };
  return { act: 'reconnect', reason: lives ? 'token_expires' : 'token_refused' };
}

/** Says whether an access token can still be sent along, whatever its account's status. */
export function isTokenAlive(account: Account, nowMs: number): boolean {
  if (account.encrypted_secrets === null) return false;
  return account.token_expires_at === null || Date.parse(account.token_expires_at) - MARGIN_MS > nowMs;
}

/** With a token that the platform no longer accepts: it has ended now, whatever was said when it was given. */
export function expireRejectedToken(account: Account, nowMs: number): Account {
  return { ...account, token_expires_at: formatInstant(nowMs) };
}

/** Written before the request for a new token: from here on nobody else asks. */
export function startRefresh(account: Account, id: string, nowMs: number): Account {
  const expires_at = formatInstant(nowMs + REFRESH_LEASE_SECONDS * 1000);
  return { ...account, refresh_lease: { id, expires_at }, refresh_at: expires_at };
}

/** With the new token, which must be in the table before anybody uses it. */
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

/** The secrets after a refresh. A platform that gives no new refresh token lets the old one live on. */
export function renewedSecrets(
  secrets: AccountSecrets,
  token: { accessToken: string; refreshToken: string | null },
): AccountSecrets {
  return {
    ...secrets,
    access_token: token.accessToken,
    refresh_token: token.refreshToken || secrets.refresh_token,
  };
}

/** After a refresh that was certainly not carried out: tried again in five minutes. */
export function postponeRefresh(account: Account, nowMs: number): Account {
  return { ...account, refresh_lease: null, refresh_at: formatInstant(nowMs + RETRY_SECONDS * 1000) };
}

/** After a refresh that nobody knows the end of: lost where the token works once, else tried again. */
export function onRefreshOutcomeUnknown(account: Account, nowMs: number): Account {
  return PLATFORM_TABLE[account.platform].token.isSingleUse
    ? needsReconnect(account, 'refresh_lost', nowMs)
    : postponeRefresh(account, nowMs);
}

/**
 * An account that needs a person. Its access token is used on while it lives, unless it is what the platform
 * refused.
 */
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
