import { getCredentials } from '../../connected-accounts/account-credentials.ts';
import { log } from '../../observability/log.ts';
import { listDueAccounts } from '../../table/accounts.ts';

const MAX_PER_SHARD = 200;
const CONCURRENCY = 10;
// Less than the function's timeout of five minutes. The remaining accounts are due in the next run.
const MAX_RUN_MS = 240_000;

/**
 * Refreshes the tokens that are due, independently of posts. An account that cannot be refreshed is marked as
 * `needs_reconnect`, long before a post needs it.
 */
export async function refreshDueTokens(nowMs: number): Promise<void> {
  const { records: due, skipped } = await listDueAccounts(new Date(nowMs).toISOString(), MAX_PER_SHARD);
  if (skipped > 0) log.error('skipped items with newer schema', { entity: 'Account', skipped });
  for (let start = 0; start < due.length && Date.now() - nowMs < MAX_RUN_MS; start += CONCURRENCY) {
    const batch = due.slice(start, start + CONCURRENCY);
    const outcomes = await Promise.allSettled(
      batch.map((account) => getCredentials(account.workspace_id, account.platform)),
    );
    for (const [index, outcome] of outcomes.entries()) {
      if (outcome.status === 'fulfilled') continue;
      const { workspace_id, id, platform } = batch[index]!;
      log.error('token not refreshed', {
        workspace_id,
        account_id: id,
        platform,
        error: outcome.reason as Error,
      });
    }
  }
}
