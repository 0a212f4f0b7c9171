import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { settings } from '../../core/config/settings.ts';
import { log } from '../../core/observability/log.ts';
import { RETRY_POLICIES } from '../../core/retry/back-off.ts';
import { ConflictError } from '../../core/retry/conflict.ts';
import { retry } from '../../core/retry/retry.ts';
import { commitUpdate } from '../../core/table/attribute-update.ts';
import { makeId } from '../../core/values/id.ts';
import { publisherOf } from '../../platforms/adapters.ts';
import type { AccountSecrets } from '../../platforms/kit/oauth-connector.ts';
import type { PublishingAccount, RefreshOutcome, TokenConnection } from '../../platforms/kit/publisher.ts';
import { PLATFORM_TABLE } from '../../platforms/platforms.ts';
import { stageUrlsOf } from '../../platforms/stage-urls.ts';
import type { Account, ReconnectReason } from '../rules/account.ts';
import {
  decideRejectionAction,
  decideTokenAction,
  expireRejectedToken,
  finishRefresh,
  isTokenAlive,
  needsReconnect,
  type Refresh,
  type RefreshResult,
  recordRejection,
  renewedSecrets,
  startRefresh,
} from '../rules/account-token-lifecycle.ts';
import { accountUpdate, loadAccount } from '../store/accounts.ts';
import { decryptSecrets, encryptSecrets, SecretDecryptionError } from './encryption.ts';
import { toCredentials, toTokenCredentials } from './stored-credentials.ts';

// Shorter than the lease of a refresh, with time left to save the response.
const REFRESH_DEADLINE_MS = 15_000;
const MAX_WAIT_MS = 12_000;
const POLL_INTERVAL_MS = 300;

/**
 * An account of a workspace, for use by a worker.
 * - `usable`: its token is valid long enough for one post.
 * - `missing`: the account does not exist.
 * - `needs_reconnect`: a user has to connect the account again.
 * - `rejected_once`: the platform has rejected the token once; it may accept it in a later attempt.
 * - `unavailable`: another worker is refreshing the token, or the refresh failed temporarily.
 */
export type CredentialsResult =
  | { state: 'usable'; account: Account; credentials: PublishingAccount }
  | { state: 'missing' }
  | { state: 'needs_reconnect'; reason: ReconnectReason }
  | { state: 'rejected_once' }
  | { state: 'unavailable' };

const UNAVAILABLE: CredentialsResult = { state: 'unavailable' };

/** Load an account of a workspace, and return its credentials as `credentialsOf` does. */
export async function getCredentials(workspaceId: string, accountId: string): Promise<CredentialsResult> {
  return credentialsOf(await loadAccount(workspaceId, accountId));
}

/**
 * Return the credentials of an account that was just read (null: there is none), after refreshing its token when a
 * refresh is due. A conditional write before the request selects the one worker that refreshes; the others wait for its
 * result. The new token is stored before it is used.
 */
export async function credentialsOf(read: Account | null): Promise<CredentialsResult> {
  const waitEndsMs = Date.now() + MAX_WAIT_MS;
  for (let account = read; account; account = await loadAccount(account.workspace_id, account.id)) {
    const result = await performTokenAction(account, waitEndsMs);
    if (result) return result;
  }
  return { state: 'missing' };
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
 * new token already. Without another token, the result of a first rejection is `rejected_once`, and that of a second
 * one `needs_reconnect`.
 */
export async function recoverFromTokenRejection(rejected: Account): Promise<CredentialsResult> {
  const { workspace_id, id, encrypted_secrets } = rejected;
  const account = await loadAccount(workspace_id, id);
  if (account && account.encrypted_secrets === encrypted_secrets && !account.refresh_lease) {
    const nowMs = Date.now();
    const next = decideRejectionAction(account, rejected, nowMs);
    if (next === 'reconnect') await saveIfUnchanged(account, needsReconnect(account, 'token_refused', nowMs));
    else if (next === 'record') await saveIfUnchanged(account, recordRejection(account, nowMs));
    else if ((await refreshAccountToken(account, expireRejectedToken(account, nowMs))) === 'unavailable')
      return UNAVAILABLE;
  }
  const current = await getCredentials(workspace_id, id);
  const isSame = current.state === 'usable' && current.account.encrypted_secrets === encrypted_secrets;
  return isSame ? { state: 'rejected_once' } : current;
}

/** Forget the rejection of a token, after the platform has accepted it. A failure is only logged. */
export async function confirmToken(account: Account): Promise<void> {
  if (!account.token_rejected_at) return;
  try {
    await saveIfUnchanged(account, { ...account, token_rejected_at: null });
  } catch (error) {
    log.warn('token rejection not forgotten', { account_id: account.id, error: error as Error });
  }
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
  return { state: 'usable', account, credentials: toCredentials(account, secrets) };
}

/**
 * Refresh the token, unless another worker has started to. `as` is the account to start from. Returns `done` when the
 * account has to be loaded again, `unavailable` after a transient error.
 */
async function refreshAccountToken(account: Account, as = account): Promise<'done' | 'unavailable'> {
  const secrets = await readSecrets(account);
  if (!secrets) return 'done';
  const id = makeId('refresh', Date.now(), randomBytes(10));
  const started = await saveIfUnchanged(account, startRefresh(as, id, Date.now()));
  // Another worker was first: the caller reloads the account to see its result.
  if (!started) return 'done';
  const result = await publisherOf(account).refresh(toTokenCredentials(secrets), tokenConnection(account));
  await saveRefreshResult({ before: account, started }, secrets, result);
  return result.outcome === 'retry' || result.outcome === 'unknown' ? 'unavailable' : 'done';
}

/** Return the token endpoint of the account's own server, or that of its platform. */
export function tokenConnection({ platform, server }: Account): TokenConnection {
  const { allowsLoopbackReceivers: allowLoopback } = settings();
  const ofServer = server ? `${server}${new URL(PLATFORM_TABLE[platform].urls.token).pathname}` : null;
  return { tokenUrl: ofServer ?? stageUrlsOf(platform).token, deadlineMs: REFRESH_DEADLINE_MS, allowLoopback };
}

/**
 * Save the result of a refresh. Encrypts and writes again after any error: a new single-use token that is not stored is
 * lost, and with it the account. After a conflict, the current state of the account decides.
 */
async function saveRefreshResult(refresh: Refresh, secrets: AccountSecrets, result: RefreshOutcome): Promise<void> {
  const { workspace_id, platform, id: account_id } = refresh.started;
  const { outcome } = result;
  const error_code = outcome === 'refreshed' ? undefined : result.error.code;
  log.info('token refresh', { workspace_id, platform, account_id, outcome, error_code });
  const nowMs = Date.now();
  let encrypted: RefreshResult | undefined;
  const save = async (attempt: number) => {
    encrypted ??= await encryptRefreshResult(refresh.started, secrets, result);
    const account = attempt === 1 ? refresh.started : await loadAccount(workspace_id, account_id);
    const next = finishRefresh(account, refresh, encrypted, nowMs);
    if (account && next) await commitUpdate(accountUpdate(account, next));
  };
  await retry(RETRY_POLICIES.refreshedToken, save, () => true);
}

async function encryptRefreshResult(
  account: Account,
  secrets: AccountSecrets,
  result: RefreshOutcome,
): Promise<RefreshResult> {
  if (result.outcome !== 'refreshed') return { outcome: result.outcome };
  const encrypted_secrets = await encryptSecrets(renewedSecrets(secrets, result), account);
  return { outcome: 'refreshed', encrypted_secrets, expiresInSeconds: result.expiresInSeconds };
}

/** Save an account. Returns null when it was changed since it was loaded. */
async function saveIfUnchanged(before: Account, after: Account): Promise<Account | null> {
  try {
    await commitUpdate(accountUpdate(before, after));
    return { ...after, version: before.version + 1 };
  } catch (error) {
    if (error instanceof ConflictError) return null;
    throw error;
  }
}
