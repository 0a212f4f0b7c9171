import { usableAccount } from '../accounts/usable-account.ts';
import { log } from '../log.ts';
import { dueAccounts } from '../table/account.ts';

const MOST_A_SHARD = 200;
const AT_ONCE = 10;
// Within the function's five minutes: what a run does not get to is due again in the next.
const RUN_MS = 240_000;

/**
 * Refreshes the tokens that are due, and calls those accounts in need of a person that cannot be: long before
 * a post needs them, and with no post at all.
 */
export async function refreshDue(nowMs: number): Promise<void> {
  const { records: due, unreadable } = await dueAccounts(new Date(nowMs).toISOString(), MOST_A_SHARD);
  if (unreadable > 0) log.error('accounts of a newer schema were left alone', { unreadable });
  for (let start = 0; start < due.length && Date.now() - nowMs < RUN_MS; start += AT_ONCE) {
    const batch = due.slice(start, start + AT_ONCE);
    const outcomes = await Promise.allSettled(
      batch.map((account) => usableAccount(account.workspace_id, account.platform)),
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
