import type { Key } from '../domain/credential.ts';
import { Refusal } from '../domain/refusal.ts';
import type { Write } from './commit.ts';
import { keyItem, keyOfStored, keyWrite, type StoredKey, UNVERSIONED } from './credential.ts';
import type { KeyUse } from './key-use.ts';
import { keyOf, markOf, partition } from './keys.ts';
import { type Listing, type Page, type PageRequest, pageAndTotal } from './page.ts';
import { loadAll, loadReadable } from './read.ts';

/** A key and when it was last used, null for never. */
export interface UsedKey {
  key: Key;
  lastUsedAt: string | null;
}

/** A key of this workspace that was not revoked, or null. */
export async function loadKey(workspaceId: string, id: string): Promise<UsedKey | null> {
  const [stored, use] = (await loadAll<object>([...keysOf(id)])) as [StoredKey | null, KeyUse | null];
  const key = stored && keyOfStored(stored);
  if (!key || key.workspace_id !== workspaceId || key.revoked_at !== null) return null;
  return { key, lastUsedAt: use?.last_used_at ?? null };
}

/** The keys of a workspace, newest first. The index knows which, the table what they are. */
export async function listKeys(
  workspaceId: string,
  request: PageRequest,
): Promise<Page<UsedKey> & { total: number }> {
  const listing: Listing = {
    index: 'by_group',
    partitions: [partition('Key', 'group_pk', { workspace_id: workspaceId })],
    descending: true,
  };
  const found = await pageAndTotal<{ id: string }>(listing, request);
  const ids = found.records.map(({ id }) => id);
  const [keys, uses] = await Promise.all([
    loadReadable<StoredKey>(ids.map((id) => keysOf(id)[0])),
    loadReadable<KeyUse>(ids.map((id) => keysOf(id)[1])),
  ]);
  const usedAt = new Map(uses.records.map(({ client_id, last_used_at }) => [client_id, last_used_at]));
  return {
    // The index is a moment behind: one that was revoked just now may still be in it.
    records: keys.records
      .map(keyOfStored)
      .filter(({ revoked_at }) => revoked_at === null)
      .map((key) => ({ key, lastUsedAt: usedAt.get(key.client_id) ?? null })),
    next: found.next,
    unreadable: found.unreadable + keys.unreadable,
    total: found.total,
  };
}

/** A new key: refused with 409 when the workspace has `most` of them. */
export function newKeyWrites(key: Key, most: number): Write[] {
  return [
    keyWrite(key),
    {
      ...countWrite(key, 1),
      below: { attribute: 'keys', limit: most },
      otherwise: () => new Refusal('key_limit', `A workspace has at most ${most} keys. Delete one first.`),
    },
  ];
}

/** A key after a change to the one that was read. */
export function keyChange(before: Key, after: Key): Write {
  return {
    put: keyItem({ ...after, version: before.version + 1 }),
    expect: before.version === UNVERSIONED ? 'present' : { version: before.version },
  };
}

/** A key that was revoked, and its place among those a workspace may have. */
export function keyRevocation(before: Key, revoked: Key): Write[] {
  return [keyChange(before, revoked), countWrite(before, -1)];
}

function countWrite({ workspace_id }: Key, keys: 1 | -1) {
  const counter = keyOf('Counter', { workspace_id, shard: 'keys' });
  return { add: counter, numbers: { keys }, set: markOf('Counter') };
}

function keysOf(id: string) {
  return [keyOf('Key', { client_id: id }), keyOf('KeyUse', { client_id: id })] as const;
}
