import { ApiError } from '../domain/api-error.ts';
import type { ApiKey } from '../domain/identity/api-key.ts';
import { apiKeyItem, apiKeyWrite, keyOfStored, type StoredKey, UNVERSIONED } from './access-tokens.ts';
import type { ApiKeyUsage } from './api-key-usage.ts';
import type { Write } from './commit.ts';
import { type ListQuery, type Page, type PageRequest, pageWithTotal } from './page.ts';
import { loadAll, loadSupported } from './read.ts';
import { entityAttributes, keyOf, partition } from './schema.ts';

/** A key and when it was last used, null for never. */
export interface ApiKeyWithUsage {
  key: ApiKey;
  lastUsedAt: string | null;
}

/** A key of this workspace that was not revoked, or null. */
export async function loadApiKey(workspaceId: string, id: string): Promise<ApiKeyWithUsage | null> {
  const [stored, use] = (await loadAll<object>([...keysOf(id)])) as [StoredKey | null, ApiKeyUsage | null];
  const key = stored && keyOfStored(stored);
  if (!key || key.workspace_id !== workspaceId || key.revoked_at !== null) return null;
  return { key, lastUsedAt: use?.last_used_at ?? null };
}

/** The keys of a workspace, newest first. The index knows which, the table what they are. */
export async function listApiKeys(
  workspaceId: string,
  request: PageRequest,
): Promise<Page<ApiKeyWithUsage> & { total: number }> {
  const listing: ListQuery = {
    index: 'by_parent',
    partitions: [partition('ApiKey', 'parent_pk', { workspace_id: workspaceId })],
    descending: true,
  };
  const found = await pageWithTotal<{ id: string }>(listing, request);
  const ids = found.records.map(({ id }) => id);
  const [keys, uses] = await Promise.all([
    loadSupported<StoredKey>(ids.map((id) => keysOf(id)[0])),
    loadSupported<ApiKeyUsage>(ids.map((id) => keysOf(id)[1])),
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
export function newApiKeyWrites(key: ApiKey, most: number): Write[] {
  return [
    apiKeyWrite(key),
    {
      ...countWrite(key, 1),
      ifBelow: { attribute: 'keys', limit: most },
      onConflict: () =>
        new ApiError('key_limit', `A workspace can have at most ${most} API keys. Delete one first.`),
    },
  ];
}

/** A key after a change to the one that was read. */
export function updateApiKeyWrite(before: ApiKey, after: ApiKey): Write {
  return {
    put: apiKeyItem({ ...after, version: before.version + 1 }),
    condition: before.version === UNVERSIONED ? 'present' : { version: before.version },
  };
}

/** A key that was revoked, and its place among those a workspace may have. */
export function revokeApiKeyWrites(before: ApiKey, revoked: ApiKey): Write[] {
  return [updateApiKeyWrite(before, revoked), countWrite(before, -1)];
}

function countWrite({ workspace_id }: ApiKey, keys: 1 | -1) {
  const counter = keyOf('Counter', { workspace_id, shard: 'keys' });
  return { increment: counter, by: { keys }, set: entityAttributes('Counter') };
}

function keysOf(id: string) {
  return [keyOf('ApiKey', { client_id: id }), keyOf('ApiKeyUsage', { client_id: id })] as const;
}
