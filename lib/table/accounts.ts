import type { Account } from '../domain/accounts/account.ts';
import type { Platform } from '../domain/platform.ts';
import { type AttributeUpdate, versionedUpdate } from './attribute-update.ts';
import type { Write } from './commit.ts';
import { loadDue } from './due-index.ts';
import { type PageRequest, pageWithTotal, type TotalPage } from './page.ts';
import { load, loadPartition, type Supported } from './read.ts';
import { DUE_SHARDS, keyOf, type PrimaryKey, partition, shardOf } from './schema.ts';
import { versioned } from './versioned.ts';

/** Build the key of the account of a workspace on a platform. */
export function accountKey(workspaceId: string, platform: Platform): PrimaryKey {
  return keyOf('Account', { workspace_id: workspaceId, platform });
}

/** Load the account of a workspace on a platform, or null. */
export function loadAccount(workspaceId: string, platform: Platform): Promise<Account | null> {
  return load<Account>(accountKey(workspaceId, platform));
}

/** Load the account with this id, or null. A workspace has one per platform, so all of them are read. */
export async function loadAccountById(workspaceId: string, id: string): Promise<Account | null> {
  const accounts = await loadPartition<Account>(partition('Account', 'pk', { workspace_id: workspaceId }));
  return accounts.find((account) => account.id === id) ?? null;
}

/** List the accounts of a workspace by platform, with their total. */
export function listAccounts(workspaceId: string, request: PageRequest): Promise<TotalPage<Account>> {
  const pk = partition('Account', 'pk', { workspace_id: workspaceId });
  return pageWithTotal<Account>({ partitions: [pk], descending: false }, request);
}

/** Build the write of an account: new, or after the version that was read. */
export function accountWrite(before: Account | null, after: Account): Write {
  return versioned('Account', before, after, { shard: shardOf(after.id, DUE_SHARDS) });
}

/**
 * Build the update of the token or the status of an account: only of the attributes that change, after the version that
 * was read.
 */
export function accountUpdate(before: Account, after: Account): AttributeUpdate {
  return versionedUpdate('Account', before, after, { shard: shardOf(after.id, DUE_SHARDS) });
}

/**
 * Build the update that pauses the metric polls of an account until a time (ISO 8601). It neither depends on the version
 * of the account nor changes it, so it never conflicts with a token refresh.
 */
export function pollingPauseUpdate({ id, workspace_id, platform }: Account, until: string): AttributeUpdate {
  const set = { polling_paused_until: until };
  return { key: accountKey(workspace_id, platform), set, remove: [], condition: { attribute: 'id', is: id } };
}

/** Build the update of the time until which comments and mentions are read (ISO 8601), as `pollingPauseUpdate` does. */
export function engagementsReadUpdate({ id, workspace_id, platform }: Account, until: string): AttributeUpdate {
  const set = { engagements_read_at: until };
  return { key: accountKey(workspace_id, platform), set, remove: [], condition: { attribute: 'id', is: id } };
}

/** Build the write that deletes an account and its credentials. */
export function deleteAccountWrite({ id, workspace_id, platform, version }: Account): Write {
  return { delete: accountKey(workspace_id, platform), condition: { version }, id };
}

/** List accounts whose token refresh was due before `before` (ISO 8601), and count those skipped. */
export function listDueAccounts(before: string, limit: number): Promise<Supported<Account>> {
  return loadDue<Account>('Account', before, limit);
}
