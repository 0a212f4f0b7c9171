import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { settings } from '../config/settings.ts';
import type { Account, AccountSecrets, ReconnectReason } from '../domain/accounts/account.ts';
import {
  applyRefreshedToken,
  decideTokenAction,
  expireRejectedToken,
  isTokenAlive,
  needsReconnect,
  onRefreshOutcomeUnknown,
  postponeRefresh,
  renewedSecrets,
  startRefresh,
} from '../domain/accounts/account-token-lifecycle.ts';
import { makeId } from '../domain/id.ts';
import type { Platform } from '../domain/platform.ts';
import { log } from '../observability/log.ts';
import { PUBLISHERS } from '../platforms/adapters.ts';
import type { PublishingAccount, RefreshOutcome } from '../platforms/publisher.ts';
import { accountWrite, loadAccount } from '../table/accounts.ts';
import { commit } from '../table/commit.ts';
import { ConflictError } from '../table/conflict.ts';
import { decryptSecrets, encryptSecrets, SecretDecryptionError } from './encryption.ts';

// Shorter than the lease of a refresh, with time left to save the response.
const REFRESH_DEADLINE_MS = 15_000;
const MAX_WAIT_MS = 12_000;
const POLL_INTERVAL_MS = 300;
const RECENT_REFRESH_MS = 60_000;

/**
 * The account of a workspace on a platform, for use by a worker.
 * - `usable`: its token is valid long enough for one post.
 * - `missing`: the workspace has no account on this platform.
 * - `needs_reconnect`: a user has to connect the account again.
 * - `unavailable`: another worker is refreshing the token, or the refresh failed temporarily.
 */
export type CredentialsResult =
  | { state: 'usable'; account: Account; credentials: PublishingAccount }
  | { state: 'missing' }
  | { state: 'needs_reconnect'; reason: ReconnectReason }
  | { state: 'unavailable' };

const UNAVAILABLE: CredentialsResult = { state: 'unavailable' };

/**
 * Return the credentials of an account, after refreshing its token when a refresh is due. A conditional write before
 * the request selects the one worker that refreshes; the others wait for its result. The new token is stored before it
 * is used.
 */
export async function getCredentials(workspaceId: string, platform: Platform): Promise<CredentialsResult> {
  const waitEndsMs = Date.now() + MAX_WAIT_MS;
  for (;;) {
    const account = await loadAccount(workspaceId, platform);
    if (!account) return { state: 'missing' };
    const result = await performTokenAction(account, waitEndsMs);
    if (result) return result;
  }
}

/** Perform the next step towards credentials. Returns null when the account has to be loaded again. */
async function performTokenAction(account: Account, waitEndsMs: number): Promise<CredentialsResult | null> {
  const nowMs = Date.now();
  // While the present token is valid, a postponed refresh must not prevent its use.
  const useCurrent = () => (isTokenAlive(account, nowMs) ? decryptCredentials(account) : UNAVAILABLE);
  const next = decideTokenAction(account, nowMs);
  switch (next.action) {
    case 'use':
      return decryptCredentials(account);
    case 'refresh':
      return (await refreshAccountToken(account)) === 'done' ? null : useCurrent();
    case 'wait':
      if (nowMs > waitEndsMs) return useCurrent();
      await sleep(POLL_INTERVAL_MS);
      return null;
    case 'later':
      return UNAVAILABLE;
    case 'reconnect':
      if (account.status === 'needs_reconnect') return { state: 'needs_reconnect', reason: next.reason };
      await saveIfUnchanged(account, needsReconnect(account, next.reason, nowMs));
      return null;
  }
}

/**
 * Return other credentials after a platform rejected the access token of `rejected`. Another worker may have stored a
 * new token already. Without a possible refresh, the result is `needs_reconnect`.
 */
export async function recoverFromTokenRejection(rejected: Account): Promise<CredentialsResult> {
  const { workspace_id, platform } = rejected;
  const account = await loadAccount(workspace_id, platform);
  if (account && account.encrypted_secrets === rejected.encrypted_secrets && !account.refresh_lease) {
    const nowMs = Date.now();
    const canRefresh = account.status === 'connected' && account.is_refreshable;
    // The platform also rejects a token it has just issued, so another refresh would not help.
    const isRecent = account.refreshed_at !== null && nowMs - Date.parse(account.refreshed_at) < RECENT_REFRESH_MS;
    if (!canRefresh || isRecent) await saveIfUnchanged(account, needsReconnect(account, 'token_refused', nowMs));
    else if ((await refreshAccountToken(account, expireRejectedToken(account, nowMs))) === 'unavailable')
      return UNAVAILABLE;
  }
  return getCredentials(workspace_id, platform);
}

/** Decrypt the secrets of an account; null after marking the account when they can never be decrypted again. */
async function readSecrets(account: Account): Promise<AccountSecrets | null> {
  try {
    return await decryptSecrets(account.encrypted_secrets!, account);
  } catch (error) {
    if (!(error instanceof SecretDecryptionError)) throw error;
    await saveIfUnchanged(account, needsReconnect(account, 'unreadable', Date.now()));
    return null;
  }
}

async function decryptCredentials(account: Account): Promise<CredentialsResult> {
  const secrets = await readSecrets(account);
  if (!secrets) return { state: 'needs_reconnect', reason: 'unreadable' };
  const credentials = { externalId: account.external_id, accessToken: secrets.access_token };
  return { state: 'usable', account, credentials };
}

/**
 * Refresh the token, unless another worker has started to. `as` is the account to start from. Returns `done` when the
 * account has to be loaded again, `unavailable` after a temporary failure.
 */
async function refreshAccountToken(account: Account, as = account): Promise<'done' | 'unavailable'> {
  const secrets = await readSecrets(account);
  if (!secrets) return 'done';
  const id = makeId('refresh', Date.now(), randomBytes(10));
  const started = await saveIfUnchanged(account, startRefresh(as, id, Date.now()));
  // Another worker was first: the caller reloads the account to see its result.
  if (!started) return 'done';
  const { access_token: accessToken, refresh_token: refreshToken, client_id: clientId } = secrets;
  const credentials = { accessToken, refreshToken, clientId, clientSecret: secrets.client_secret };
  const connection = { tokenUrl: settings().tokenUrls[account.platform], deadlineMs: REFRESH_DEADLINE_MS };
  const outcome = await PUBLISHERS[account.platform].refresh(credentials, connection);
  await saveIfUnchanged(started, await applyRefreshOutcome(started, secrets, outcome));
  return outcome.outcome === 'retry' || outcome.outcome === 'unknown' ? 'unavailable' : 'done';
}

async function applyRefreshOutcome(account: Account, secrets: AccountSecrets, result: RefreshOutcome) {
  const { workspace_id, platform, id: account_id } = account;
  const { outcome } = result;
  const error_code = outcome === 'refreshed' ? undefined : result.error.code;
  log.info('token refresh', { workspace_id, platform, account_id, outcome, error_code });
  const nowMs = Date.now();
  if (outcome === 'refreshed') {
    const encrypted_secrets = await encryptSecrets(renewedSecrets(secrets, result), account);
    return applyRefreshedToken(account, { encrypted_secrets, expiresInSeconds: result.expiresInSeconds }, nowMs);
  }
  if (outcome === 'refused') return needsReconnect(account, 'refresh_refused', nowMs);
  return outcome === 'unknown' ? onRefreshOutcomeUnknown(account, nowMs) : postponeRefresh(account, nowMs);
}

/** Save an account. Returns null when it was changed since it was loaded. */
async function saveIfUnchanged(before: Account, after: Account): Promise<Account | null> {
  try {
    await commit([accountWrite(before, after)]);
    return { ...after, version: before.version + 1 };
  } catch (error) {
    if (error instanceof ConflictError) return null;
    throw error;
  }
}
