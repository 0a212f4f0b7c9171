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
import { PUBLISHERS } from '../platforms/platforms.ts';
import type { PublishingAccount, RefreshOutcome } from '../platforms/publisher.ts';
import { accountWrite, loadAccount } from '../table/accounts.ts';
import { commit } from '../table/commit.ts';
import { ConflictError } from '../table/conflict.ts';
import { decryptSecrets, encryptSecrets, SecretDecryptionError } from './encryption.ts';

// Shorter than the lease of a refresh, with time to write its answer down.
const REFRESH_DEADLINE_MS = 15_000;
const WAIT_MS = 12_000;
const PAUSE_MS = 300;

/**
 * An account as a worker may use it now.
 * - `usable`: with a token that lives long enough for one post.
 * - `missing`: the workspace has none on this platform.
 * - `needs_reconnect`: only a person can help.
 * - `unavailable`: its token is being refreshed by somebody else, or could not be refreshed just now.
 */
export type CredentialsResult =
  | { state: 'usable'; account: Account; credentials: PublishingAccount }
  | { state: 'missing' }
  | { state: 'needs_reconnect'; reason: ReconnectReason }
  | { state: 'unavailable' };

/**
 * The account of a workspace on a platform, with its token refreshed first when that is due. Of several
 * workers one refreshes, by a conditional write before the request; the others wait for what it writes. The
 * new token is in the table before anybody uses it.
 */
export async function getCredentials(workspaceId: string, platform: Platform): Promise<CredentialsResult> {
  const waitEndsMs = Date.now() + WAIT_MS;
  for (;;) {
    const account = await loadAccount(workspaceId, platform);
    if (!account) return { state: 'missing' };
    const nowMs = Date.now();
    const verdict = decideTokenAction(account, nowMs);
    if (verdict.act === 'use') return decryptCredentials(account);
    if (verdict.act === 'refresh') {
      // A refresh that has to wait keeps nobody from using a token that still lives.
      if ((await refreshAccountToken(account)) === 'unavailable')
        return isTokenAlive(account, nowMs) ? decryptCredentials(account) : { state: 'unavailable' };
    } else if (verdict.act === 'later') {
      return { state: 'unavailable' };
    } else if (verdict.act === 'wait') {
      if (nowMs > waitEndsMs)
        return isTokenAlive(account, nowMs) ? decryptCredentials(account) : { state: 'unavailable' };
      await sleep(PAUSE_MS);
    } else if (account.status === 'needs_reconnect') {
      return { state: 'needs_reconnect', reason: verdict.reason };
    } else {
      await saveIfUnchanged(account, needsReconnect(account, verdict.reason, nowMs));
    }
  }
}

/**
 * What to use after a platform did not accept this account's access token: the account with another token,
 * which may come from somebody who was faster; or `needs_reconnect`, when there is nothing to refresh it with.
 */
export async function recoverFromTokenRejection(refusedAccount: Account): Promise<CredentialsResult> {
  const { workspace_id, platform } = refusedAccount;
  const account = await loadAccount(workspace_id, platform);
  if (account && account.encrypted_secrets === refusedAccount.encrypted_secrets && !account.refresh_lease) {
    const nowMs = Date.now();
    const canRefresh = account.status === 'connected' && account.is_refreshable;
    // A token that has just been refreshed and is refused all the same will not get better by another one.
    const isFresh = account.refreshed_at !== null && nowMs - Date.parse(account.refreshed_at) < 60_000;
    if (!canRefresh || isFresh)
      await saveIfUnchanged(account, needsReconnect(account, 'token_refused', nowMs));
    else if ((await refreshAccountToken(account, expireRejectedToken(account, nowMs))) === 'unavailable')
      return { state: 'unavailable' };
  }
  return getCredentials(workspace_id, platform);
}

async function decryptCredentials(account: Account): Promise<CredentialsResult> {
  try {
    const secrets = await decryptSecrets(account.encrypted_secrets!, account);
    const credentials = { externalId: account.external_id, accessToken: secrets.access_token };
    return { state: 'usable', account, credentials };
  } catch (error) {
    if (!(error instanceof SecretDecryptionError)) throw error;
    await saveIfUnchanged(account, needsReconnect(account, 'unreadable', Date.now()));
    return { state: 'needs_reconnect', reason: 'unreadable' };
  }
}

/**
 * One refresh of the account as it now is, if nobody else has begun one: `done`, or `unavailable` when it gave no
 * token and may be tried again after a while.
 */
async function refreshAccountToken(account: Account, as = account): Promise<'done' | 'unavailable'> {
  let secrets: AccountSecrets;
  try {
    secrets = await decryptSecrets(account.encrypted_secrets!, account);
  } catch (error) {
    if (!(error instanceof SecretDecryptionError)) throw error;
    await saveIfUnchanged(account, needsReconnect(account, 'unreadable', Date.now()));
    return 'done';
  }
  const id = makeId('refresh', Date.now(), randomBytes(10));
  const begun = await saveIfUnchanged(account, startRefresh(as, id, Date.now()));
  // Somebody else was faster: what they write is looked at next.
  if (!begun) return 'done';
  const outcome = await PUBLISHERS[account.platform].refresh(
    {
      accessToken: secrets.access_token,
      refreshToken: secrets.refresh_token,
      clientId: secrets.client_id,
      clientSecret: secrets.client_secret,
    },
    { tokenUrl: settings().tokenUrls[account.platform], deadlineMs: REFRESH_DEADLINE_MS },
  );
  await saveIfUnchanged(begun, await applyRefreshOutcome(begun, secrets, outcome));
  return outcome.outcome === 'retry' || outcome.outcome === 'unknown' ? 'unavailable' : 'done';
}

async function applyRefreshOutcome(
  account: Account,
  secrets: AccountSecrets,
  outcome: RefreshOutcome,
): Promise<Account> {
  const { workspace_id, platform } = account;
  const error_code = outcome.outcome === 'refreshed' ? undefined : outcome.error.code;
  log.info('token refresh', {
    workspace_id,
    platform,
    account_id: account.id,
    outcome: outcome.outcome,
    error_code,
  });
  const nowMs = Date.now();
  if (outcome.outcome === 'refreshed') {
    const sealed = await encryptSecrets(renewedSecrets(secrets, outcome), account);
    return applyRefreshedToken(
      account,
      { encrypted_secrets: sealed, expiresInSeconds: outcome.expiresInSeconds },
      nowMs,
    );
  }
  if (outcome.outcome === 'refused') return needsReconnect(account, 'refresh_refused', nowMs);
  if (outcome.outcome === 'unknown') return onRefreshOutcomeUnknown(account, nowMs);
  return postponeRefresh(account, nowMs);
}

/** Commits an account after a step; null when somebody else has changed it since it was read. */
async function saveIfUnchanged(before: Account, after: Account): Promise<Account | null> {
  try {
    await commit([accountWrite(before, after)]);
    return { ...after, version: before.version + 1 };
  } catch (error) {
    if (error instanceof ConflictError) return null;
    throw error;
  }
}
