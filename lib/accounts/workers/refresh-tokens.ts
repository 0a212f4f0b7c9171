import { runInShares } from '../../core/fairness/run-in-shares.ts';
import type { Share } from '../../core/fairness/spread-starts.ts';
import { takeTurns } from '../../core/fairness/take-turns.ts';
import { log } from '../../core/observability/log.ts';
import { readableRecords } from '../../core/stream/batches.ts';
import { getCredentials } from '../credentials/account-credentials.ts';
import type { Account } from '../rules/account.ts';
import { listDueAccountKeys, loadDueAccounts } from '../store/accounts.ts';

/** More than a run refreshes, so that the accounts of one workspace hide no others. */
const MAX_LISTED_PER_SHARD = 5_000;
const MAX_PER_RUN = 1_600;
const CONCURRENCY = 20;
const MAX_PER_WORKSPACE = 2;
const MAX_PER_SERVER = 2;
/** Half of all, so that a platform that does not respond leaves the other half to the others. */
const MAX_PER_PLATFORM = 10;
// Less than the function's timeout of five minutes. The remaining accounts are due in the next run.
const MAX_RUN_MS = 240_000;
/** A refresh that is still unsuccessful after this time has waited for its host. */
const STALL_MS = 5_000;

/**
 * Refresh due tokens. An account whose token cannot be refreshed becomes `needs_reconnect` before a post needs it.
 * Workspaces take turns, each with the tokens that expire first, and no workspace or token endpoint takes more than its
 * share of the slots.
 */
export async function refreshDueTokens(nowMs: number): Promise<void> {
  const keys = await listDueAccountKeys(new Date(nowMs).toISOString(), MAX_LISTED_PER_SHARD);
  const inTurn = takeTurns(keys, ({ pk }) => pk).slice(0, MAX_PER_RUN);
  await runInShares(refreshOrder(readableRecords('Account', await loadDueAccounts(inTurn))), {
    concurrency: CONCURRENCY,
    sharesOf: refreshShares,
    hostOf: tokenHost,
    perform: refresh,
    hasTime: () => Date.now() - nowMs < MAX_RUN_MS,
  });
}

/** Order accounts: workspaces take turns, each with the token that expires first. */
export function refreshOrder(accounts: Account[]): Account[] {
  const endOf = ({ token_expires_at, refresh_at }: Account) => token_expires_at ?? refresh_at ?? '';
  return takeTurns(
    accounts.toSorted((one, other) => (endOf(one) < endOf(other) ? -1 : 1)),
    ({ workspace_id }) => workspace_id,
  );
}

/** Return the shares of a refresh: of its workspace, and of the token endpoint. */
export function refreshShares(account: Account): Share[] {
  const most = account.server ? MAX_PER_SERVER : MAX_PER_PLATFORM;
  return [
    { key: account.workspace_id, most: MAX_PER_WORKSPACE },
    { key: tokenHost(account), most },
  ];
}

function tokenHost({ server, platform }: Account): string {
  return server ? new URL(server).host : platform;
}

/** Refresh the token of an account. Returns whether its endpoint did not respond. */
async function refresh({ workspace_id, id: account_id, platform }: Account): Promise<boolean> {
  const startMs = Date.now();
  const result = await getCredentials(workspace_id, account_id).catch((error: Error) =>
    log.error('token not refreshed', { workspace_id, account_id, platform, error }),
  );
  return result?.state !== 'usable' && Date.now() - startMs >= STALL_MS;
}
