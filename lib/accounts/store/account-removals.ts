import type { Write } from '../../core/table/commit.ts';
import { loadDue } from '../../core/table/due-index.ts';
import { load, loadAll, loadPartition, type Supported } from '../../core/table/read.ts';
import { DUE_SHARDS, keyOf, partition, shardOf } from '../../core/table/schema.ts';
import { versioned } from '../../core/table/versioned.ts';
import { DAY_MS } from '../../core/values/timestamps.ts';
import { accountRemovalEntity } from '../entities/accounts.ts';
import type { AccountRemoval } from '../rules/account-removal.ts';

/** As long as an item may wait for its time: until then, the account may be connected again. */
const RETENTION_DAYS = 366;

/** Build the write of a removal: new, or after the version that was read. */
export function accountRemovalWrite(before: AccountRemoval | null, after: AccountRemoval): Write {
  const shard = shardOf(after.account_id, DUE_SHARDS);
  const expiresAtMs = Date.parse(after.created_at) + RETENTION_DAYS * DAY_MS;
  return versioned(accountRemovalEntity, before, after, { shard }, expiresAtMs);
}

/** Load the removal of an account, or null. */
export function loadAccountRemoval(workspaceId: string, accountId: string): Promise<AccountRemoval | null> {
  return load<AccountRemoval>(keyOf(accountRemovalEntity, { workspace_id: workspaceId, account_id: accountId }));
}

/** Load the removals of those of these accounts that were deleted. */
export async function loadAccountRemovals(workspaceId: string, accountIds: string[]): Promise<AccountRemoval[]> {
  const keys = [...new Set(accountIds)].map((account_id) =>
    keyOf(accountRemovalEntity, { workspace_id: workspaceId, account_id }),
  );
  const found = await loadAll<AccountRemoval>(keys);
  return found.filter((removal) => removal !== null);
}

/** List what is known of the deleted accounts of a workspace. */
export function listAccountRemovals(workspaceId: string): Promise<AccountRemoval[]> {
  return loadPartition<AccountRemoval>(partition(accountRemovalEntity, 'pk', { workspace_id: workspaceId }));
}

/** List removals whose next step was due before `before` (ISO 8601), and count those skipped for a newer schema. */
export async function listOverdueAccountRemovals(before: string, limit: number): Promise<Supported<AccountRemoval>> {
  const { records, skipped } = await loadDue<AccountRemoval>(accountRemovalEntity, before, limit);
  // The index lags the table.
  return { records: records.filter(({ status }) => status === 'running'), skipped };
}
