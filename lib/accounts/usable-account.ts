import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Account, AccountSecrets, ReconnectReason } from '../domain/account.ts';
import {
  isTokenAlive,
  loseRefresh,
  needsReconnect,
  postponeRefresh,
  refreshed,
  renewedSecrets,
  startRefresh,
  tokenVerdict,
  withRefusedToken,
} from '../domain/account-token.ts';
import { makeId } from '../domain/id.ts';
import type { Platform } from '../domain/platform.ts';
import { log } from '../log.ts';
import type { PublishingAccount, RefreshOutcome } from '../publishers/publisher.ts';
import { PUBLISHERS } from '../publishers/publishers.ts';
import { settings } from '../settings.ts';
import { accountWrite, loadAccount } from '../table/account.ts';
import { commit, LostRace } from '../table/commit.ts';
import { openSecrets, SecretsUnreadable, sealSecrets } from './encryption.ts';

// Shorter than the lease of a refresh, with time to write its answer down.
const REFRESH_DEADLINE_MS = 15_000;
const WAIT_MS = 12_000;
const PAUSE_MS = 300;

/**
 * An account as a worker may use it now.
 * - `usable`: with a token that lives long enough for one post.
 * - `missing`: the workspace has none on this platform.
 * - `reconnect`: only a person can help.
 * - `later`: its token is being refreshed by somebody else, or could not be refreshed just now.
 */
export type UsableAccount =
  | { state: 'usable'; account: Account; credentials: PublishingAccount }
  | { state: 'missing' }
  | { state: 'reconnect'; reason: ReconnectReason }
  | { state: 'later' };

/**
 * The account of a workspace on a platform, with its token refreshed first when that is due. Of several
 * workers one refreshes, by a conditional write before the request; the others wait for what it writes. The
 * new token is in the table before anybody uses it.
 */
export async function usableAccount(workspaceId: string, platform: Platform): Promise<UsableAccount> {
  const waitEndsMs = Date.now() + WAIT_MS;
  for (;;) {
    const account = await loadAccount(workspaceId, platform);
    if (!account) return { state: 'missing' };
    const nowMs = Date.now();
    const verdict = tokenVerdict(account, nowMs);
    if (verdict.act === 'use') return open(account);
    if (verdict.act === 'refresh') {
      // A refresh that has to wait keeps nobody from using a token that still lives.
      if ((await refresh(account)) === 'later')
        return isTokenAlive(account, nowMs) ? open(account) : { state: 'later' };
    } else if (verdict.act === 'later') {
      return { state: 'later' };
    } else if (verdict.act === 'wait') {
      if (nowMs > waitEndsMs) return isTokenAlive(account, nowMs) ? open(account) : { state: 'later' };
      await sleep(PAUSE_MS);
    } else if (account.status === 'needs_reconnect') {
      return { state: 'reconnect', reason: verdict.reason };
    } else {
      await move(account, needsReconnect(account, verdict.reason, nowMs));
    }
  }
}

/**
 * What to use after a platform did not accept this account's access token: the account with another token,
 * which may come from somebody who was faster; or `reconnect`, when there is nothing to refresh it with.
 */
export async function afterTokenRefusal(refusedAccount: Account): Promise<UsableAccount> {
  const { workspace_id, platform } = refusedAccount;
  const account = await loadAccount(workspace_id, platform);
  if (account && account.sealed === refusedAccount.sealed && !account.refreshing) {
    const nowMs = Date.now();
    const canRefresh = account.status === 'connected' && account.is_refreshable;
    // A token that has just been refreshed and is refused all the same will not get better by another one.
    const isFresh = account.refreshed_at !== null && nowMs - Date.parse(account.refreshed_at) < 60_000;
    if (!canRefresh || isFresh) await move(account, needsReconnect(account, 'token_refused', nowMs));
    else if ((await refresh(account, withRefusedToken(account, nowMs))) === 'later')
      return { state: 'later' };
  }
  return usableAccount(workspace_id, platform);
}

async function open(account: Account): Promise<UsableAccount> {
  try {
    const secrets = await openSecrets(account.sealed!, account);
    const credentials = { externalId: account.external_id, accessToken: secrets.access_token };
    return { state: 'usable', account, credentials };
  } catch (error) {
    if (!(error instanceof SecretsUnreadable)) throw error;
    await move(account, needsReconnect(account, 'unreadable', Date.now()));
    return { state: 'reconnect', reason: 'unreadable' };
  }
}

/**
 * One refresh of the account as it now is, if nobody else has begun one: `done`, or `later` when it gave no
 * token and may be tried again after a while.
 */
async function refresh(account: Account, as = account): Promise<'done' | 'later'> {
  let secrets: AccountSecrets;
  try {
    secrets = await openSecrets(account.sealed!, account);
  } catch (error) {
    if (!(error instanceof SecretsUnreadable)) throw error;
    await move(account, needsReconnect(account, 'unreadable', Date.now()));
    return 'done';
  }
  const id = makeId('refresh', Date.now(), randomBytes(10));
  const begun = await move(account, startRefresh(as, id, Date.now()));
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
  await move(begun, await afterRefresh(begun, secrets, outcome));
  return outcome.outcome === 'retry' || outcome.outcome === 'unknown' ? 'later' : 'done';
}

async function afterRefresh(
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
    const sealed = await sealSecrets(renewedSecrets(secrets, outcome), account);
    return refreshed(account, { sealed, expiresInSeconds: outcome.expiresInSeconds }, nowMs);
  }
  if (outcome.outcome === 'refused') return needsReconnect(account, 'refresh_refused', nowMs);
  if (outcome.outcome === 'unknown') return loseRefresh(account, nowMs);
  return postponeRefresh(account, nowMs);
}

/** Commits an account after a step; null when somebody else has changed it since it was read. */
async function move(before: Account, after: Account): Promise<Account | null> {
  try {
    await commit([accountWrite(before, after)]);
    return { ...after, version: before.version + 1 };
  } catch (error) {
    if (error instanceof LostRace) return null;
    throw error;
  }
}
