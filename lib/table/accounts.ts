import { createHash } from 'node:crypto';
import type { Account } from '../domain/accounts/account.ts';
import { makeId } from '../domain/id.ts';
import type { Platform } from '../domain/platform.ts';
import type { Write } from './commit.ts';
import { listDueItems } from './due-index.ts';
import { type Page, type PageRequest, pageWithTotal } from './page.ts';
import { load, loadSupported, query } from './read.ts';
import {
  DUE_SHARDS,
  fromItem,
  type Item,
  keyOf,
  type PrimaryKey,
  partition,
  shardOf,
  toItem,
} from './schema.ts';

/** What `workspace connect` stored before accounts had ids and encrypted tokens. Its token is not read. */
type PlainAccount = Pick<Account, 'workspace_id' | 'platform' | 'external_id' | 'created_at'>;

function accountKey(workspaceId: string, platform: Platform): PrimaryKey {
  return keyOf('Account', { workspace_id: workspaceId, platform });
}

/** The account of a workspace on a platform, or null. */
export async function loadAccount(workspaceId: string, platform: Platform): Promise<Account | null> {
  const stored = await load<Account | PlainAccount>(accountKey(workspaceId, platform));
  return stored && accountOf(stored);
}

/** The account with this id, or null. A workspace has one per platform, so they are read and picked from. */
export async function loadAccountById(workspaceId: string, id: string): Promise<Account | null> {
  const items = await query({ pk: partition('Account', 'pk', { workspace_id: workspaceId }) });
  return items.map(accountOfItem).find((account) => account.id === id) ?? null;
}

/** The accounts of a workspace, by platform. */
export async function listAccounts(
  workspaceId: string,
  request: PageRequest,
): Promise<Page<Account> & { total: number }> {
  const pk = partition('Account', 'pk', { workspace_id: workspaceId });
  const found = await pageWithTotal<Account | PlainAccount>({ partitions: [pk], descending: false }, request);
  return { ...found, records: found.records.map(accountOf) };
}

/** The write of an account: new, or following on the one that was read. */
export function accountWrite(before: Account | null, after: Account): Write {
  const record = { ...after, version: before ? before.version + 1 : 0 };
  const item = toItem('Account', record, { shard: shardOf(after.id, DUE_SHARDS) });
  if (!before) return { put: item, condition: 'absent' };
  return { put: item, condition: before.version === UNVERSIONED ? 'any' : { version: before.version } };
}

/** The write that forgets an account and what opens it. */
export function deleteAccountWrite({ id, workspace_id, platform, version }: Account): Write {
  return {
    delete: accountKey(workspace_id, platform),
    condition: version === UNVERSIONED ? 'any' : { version },
    id,
  };
}

/** Accounts whose tokens are to be refreshed before `before` (ISO 8601), and how many cannot be read. */
export async function listDueAccounts(
  before: string,
  limit: number,
): Promise<{ records: Account[]; unreadable: number }> {
  const items = await listDueItems('Account', before, limit);
  return loadSupported<Account>(
    items.map((item): PrimaryKey => ({ pk: String(item.pk), sk: String(item.sk) })),
  );
}

/** The account in an image of the table's stream. */
export function accountOfItem(item: Item): Account {
  return accountOf(fromItem<Account | PlainAccount>(item));
}

const UNVERSIONED = -1;

function accountOf(stored: Account | PlainAccount): Account {
  if ('encrypted_secrets' in stored) return stored;
  const { workspace_id, platform, external_id, created_at } = stored;
  const hash = createHash('sha256').update(`${workspace_id}/${platform}`).digest();
  return {
    id: makeId('account', Date.parse(created_at), hash),
    workspace_id,
    platform,
    external_id,
    status: 'needs_reconnect',
    reconnect_reason: 'unreadable',
    token_expires_at: null,
    is_refreshable: false,
    refresh_at: null,
    refresh_lease: null,
    refreshed_at: null,
    encrypted_secrets: null,
    inbound_since: null,
    created_at,
    updated_at: created_at,
    version: UNVERSIONED,
  };
}
