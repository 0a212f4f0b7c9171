import { type AttributeUpdate, versionedUpdate } from '../../core/table/attribute-update.ts';
import type { Write } from '../../core/table/commit.ts';
import { listDueKeys } from '../../core/table/due-index.ts';
import { type PageRequest, pageWithTotal, type TotalPage } from '../../core/table/page.ts';
import { load, loadAll, loadSupported, queryPages, type Supported } from '../../core/table/read.ts';
import { DUE_SHARDS, fromItem, keyOf, type PrimaryKey, partition, shardOf } from '../../core/table/schema.ts';
import { isSupportedSchema } from '../../core/table/schema-version.ts';
import { versioned } from '../../core/table/versioned.ts';
import { isId } from '../../core/values/id.ts';
import { accountEntity } from '../entities/accounts.ts';
import type { Account } from '../rules/account.ts';

/** Build the key of an account of a workspace. */
export function accountKey(workspaceId: string, id: string): PrimaryKey {
  return keyOf(accountEntity, { workspace_id: workspaceId, id });
}

/** Load an account of a workspace, or null. */
export function loadAccount(workspaceId: string, id: string): Promise<Account | null> {
  return load<Account>(accountKey(workspaceId, id));
}

/** Load accounts of a workspace by their ids; disconnected ones are absent, and texts that are no id. */
export async function loadAccounts(workspaceId: string, ids: readonly string[]): Promise<Map<string, Account>> {
  // Another text would not be a valid part of a key.
  const valid = new Set(ids.filter((id) => isId('account', id)));
  const accounts = await loadAll<Account>([...valid].map((id) => accountKey(workspaceId, id)));
  return new Map(accounts.flatMap((account) => (account ? [[account.id, account]] : [])));
}

/** The fields of an account that tell its server. */
export type AccountServer = Pick<Account, 'id' | 'workspace_id' | 'platform' | 'server'>;

/** Load the servers of accounts of any workspaces; disconnected accounts are absent. */
export async function loadAccountServers(accounts: Pick<Account, 'id' | 'workspace_id'>[]): Promise<AccountServer[]> {
  const keys = new Map(accounts.map(({ workspace_id, id }) => [id, accountKey(workspace_id, id)]));
  const attributes = ['id', 'workspace_id', 'platform', 'server'];
  return (await loadSupported<AccountServer>([...keys.values()], { attributes, eventuallyConsistent: true })).records;
}

/** List the accounts of a workspace, oldest first, with their total. */
export function listAccounts(workspaceId: string, request: PageRequest): Promise<TotalPage<Account>> {
  const pk = partition(accountEntity, 'pk', { workspace_id: workspaceId });
  return pageWithTotal<Account>({ partitions: [pk], descending: false }, request);
}

/** Load all accounts of a workspace, oldest first. */
export async function loadAllAccounts(workspaceId: string): Promise<Account[]> {
  const accounts: Account[] = [];
  for await (const items of queryPages({ pk: partition(accountEntity, 'pk', { workspace_id: workspaceId }) }))
    accounts.push(...items.filter(isSupportedSchema).map((item) => fromItem<Account>(item)));
  return accounts;
}

/** Load the oldest account of a workspace on a platform besides this one, or null. */
export async function loadOldestOther({ workspace_id, platform, id }: Account): Promise<Account | null> {
  for await (const items of queryPages({ pk: partition(accountEntity, 'pk', { workspace_id }) })) {
    const found = items.find((item) => item.platform === platform && item.id !== id);
    if (found) return fromItem<Account>(found);
  }
  return null;
}

/** Build the write of an account: new, or after the version that was read. */
export function accountWrite(before: Account | null, after: Account): Write {
  return versioned(accountEntity, before, after, { shard: shardOf(after.id, DUE_SHARDS) });
}

/**
 * Build the update of the token or the status of an account: only of the attributes that change, after the version that
 * was read.
 */
export function accountUpdate(before: Account, after: Account): AttributeUpdate {
  return versionedUpdate(accountEntity, before, after, { shard: shardOf(after.id, DUE_SHARDS) });
}

/**
 * Build the update that pauses the metric polls of an account until a time (ISO 8601). It neither depends on the version
 * of the account nor changes it, so it never conflicts with a token refresh.
 */
export function pollingPauseUpdate(account: Account, until: string): AttributeUpdate {
  return pollUpdate(account, { polling_paused_until: until });
}

/** Build the update of the time until which comments and mentions are read (ISO 8601), as `pollingPauseUpdate` does. */
export function engagementsReadUpdate(account: Account, until: string): AttributeUpdate {
  return pollUpdate(account, { engagements_read_at: until });
}

/** Build the update of the time at which the budget of an account was used up (ISO 8601), as `pollingPauseUpdate` does. */
export function budgetUsedUpUpdate(account: Account, at: string): AttributeUpdate {
  return pollUpdate(account, { metrics_budget_used_up_at: at });
}

function pollUpdate({ id, workspace_id }: Account, set: Partial<Account>): AttributeUpdate {
  return { key: accountKey(workspace_id, id), set, remove: [], condition: { attribute: 'id', is: id } };
}

/** Build the check that an account is still connected when a change is committed. */
export function accountCheck({ id, workspace_id }: Account): Write {
  return { check: accountKey(workspace_id, id) };
}

/** Build the write that deletes an account and its credentials. */
export function deleteAccountWrite({ id, workspace_id, version }: Account): Write {
  return { delete: accountKey(workspace_id, id), condition: { version } };
}

/** List the keys of accounts whose token refresh was due before `before` (ISO 8601), the longest due first. */
export function listDueAccountKeys(before: string, limit: number): Promise<PrimaryKey[]> {
  return listDueKeys(accountEntity, before, limit);
}

/** Load the accounts under these keys, and count those skipped for a newer schema. */
export function loadDueAccounts(keys: PrimaryKey[]): Promise<Supported<Account>> {
  return loadSupported<Account>(keys);
}
