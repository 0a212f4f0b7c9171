import { log } from '../../core/observability/log.ts';
import { readableRecords, splitIntoParts } from '../../core/stream/batches.ts';
import { getCredentials } from '../credentials/account-credentials.ts';
import { listDueAccounts } from '../store/accounts.ts';

const MAX_PER_SHARD = 200;
const CONCURRENCY = 10;
// Less than the function's timeout of five minutes. The remaining accounts are due in the next run.
const MAX_RUN_MS = 240_000;

/** Refresh due tokens. An account whose token cannot be refreshed becomes `needs_reconnect` before a post needs it. */
export async function refreshDueTokens(nowMs: number): Promise<void> {
  const due = readableRecords('Account', await listDueAccounts(new Date(nowMs).toISOString(), MAX_PER_SHARD));
  for (const batch of splitIntoParts(due, CONCURRENCY)) {
    if (Date.now() - nowMs >= MAX_RUN_MS) return;
    await Promise.all(
      batch.map(({ workspace_id, id: account_id, platform }) =>
        getCredentials(workspace_id, account_id).catch((error: Error) =>
          log.error('token not refreshed', { workspace_id, account_id, platform, error }),
        ),
      ),
    );
  }
}
