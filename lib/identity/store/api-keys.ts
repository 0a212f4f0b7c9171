import type { Increment, Write } from '../../core/table/commit.ts';
import { counterEntity } from '../../core/table/entities.ts';
import { type ListQuery, type PageRequest, pageOfIds, type TotalPage } from '../../core/table/page.ts';
import { load, loadAll, loadSupported, query } from '../../core/table/read.ts';
import { keyOf, type PrimaryKey, partition } from '../../core/table/schema.ts';
import { counterIncrement, versioned } from '../../core/table/versioned.ts';
import { apiKeyEntity, apiKeyUsageEntity } from '../entities/api-keys.ts';
import { keyLimit } from '../problems.ts';
import { type ApiKey, actsIn, isStageKey } from '../rules/api-key.ts';
import { isOwnApplication, MAX_APPLICATIONS_PER_MEMBER } from '../rules/api-key-policy.ts';
import type { ApiKeyUsage } from './api-key-usage.ts';

/** An API key and when it was last used, null for never. */
export type ApiKeyWithUsage = { key: ApiKey; lastUsedAt: string | null };

// Revoked keys are in no list and not found by the API; operators can look up who used them.
const REVOKED_RETENTION_MS = 30 * 86_400_000;

/** Load an API key of a workspace, or null when there is none or it is revoked. */
export async function loadApiKey(workspaceId: string, id: string): Promise<ApiKeyWithUsage | null> {
  const found = await loadClient(id);
  return found && found.key.workspace_id === workspaceId && found.key.revoked_at === null ? found : null;
}

/**
 * Load an API key of a workspace, or a stage key that may name it, without its last use. Null when there is none or it is
 * revoked.
 */
export async function loadActiveKey(workspaceId: string, id: string): Promise<ApiKey | null> {
  const key = await load<ApiKey>(keysOf(id)[0]);
  if (!key || key.revoked_at !== null) return null;
  return actsIn(key, workspaceId) ? key : null;
}

/** Load the API key of a client id, of any workspace and also a revoked one; null when there is none. */
export async function loadClient(id: string): Promise<ApiKeyWithUsage | null> {
  const [key, usage] = (await loadAll<object>([...keysOf(id)])) as [ApiKey | null, ApiKeyUsage | null];
  return key && { key, lastUsedAt: usage?.last_used_at ?? null };
}

/** List the API keys of a workspace newest first, with their total. */
export async function listApiKeys(workspaceId: string, request: PageRequest): Promise<TotalPage<ApiKeyWithUsage>> {
  const list: ListQuery = {
    index: 'by_parent',
    partitions: [partition(apiKeyEntity, 'parent_pk', { workspace_id: workspaceId })],
    descending: true,
  };
  const { ids, next, total } = await pageOfIds(list, request);
  const [keys, usages] = await Promise.all([
    loadSupported<ApiKey>(
      ids.map((id) => keysOf(id)[0]),
      { eventuallyConsistent: true },
    ),
    loadSupported<ApiKeyUsage>(
      ids.map((id) => keysOf(id)[1]),
      { eventuallyConsistent: true },
    ),
  ]);
  const usedAt = new Map(usages.records.map(({ client_id, last_used_at }) => [client_id, last_used_at]));
  return {
    // The index lags the table: a key that has just been revoked may still be listed.
    records: keys.records
      .filter(({ revoked_at }) => revoked_at === null)
      .map((key) => ({ key, lastUsedAt: usedAt.get(key.client_id) ?? null })),
    next,
    skipped: keys.skipped,
    total,
  };
}

/** List the keys of the OAuth clients that a member has authorized, newest first, all of them. */
export async function listOwnApplications(workspaceId: string, userId: string): Promise<TotalPage<ApiKeyWithUsage>> {
  const pk = partition(apiKeyEntity, 'parent_pk', { workspace_id: workspaceId });
  const listed = await query({ index: 'by_parent', pk, descending: true });
  const keys = await loadAll<ApiKey>(listed.map(({ pk, sk }) => ({ pk, sk }) as PrimaryKey));
  const own = keys.filter(
    (key) => key !== null && key.revoked_at === null && isOwnApplication(key, userId),
  ) as ApiKey[];
  const usages = await loadAll<ApiKeyUsage>(own.map((key) => keysOf(key.client_id)[1]));
  const records = own.map((key, index) => ({ key, lastUsedAt: usages[index]?.last_used_at ?? null }));
  return { records, next: null, skipped: 0, total: { count: own.length, isCapped: false } };
}

/** Build the write of an API key: new, or after the version that was read. Revoked keys leave the list. */
export function apiKeyWrite(key: ApiKey, before: ApiKey | null = null): Write {
  if (key.revoked_at === null) return versioned(apiKeyEntity, before, key, { id: key.client_id });
  return versioned(apiKeyEntity, before, key, {}, Date.parse(key.revoked_at) + REVOKED_RETENTION_MS);
}

/**
 * Build the writes of a new API key. They fail with 409 when the workspace or the stage has `max` of them, and for one of an
 * application or a device, which counts apart, when its member has given 20.
 */
export function newApiKeyWrites(key: ApiKey, max: number): Write[] {
  const limited = isStageKey(key)
    ? `A stage can have at most ${max} stage keys.`
    : `A workspace can have at most ${max} API keys.`;
  return [
    apiKeyWrite(key),
    ...keyCountWrites(key, { keys: 1 }).map((write) => ({
      ...write,
      ifBelow: { attribute: 'keys', limit: max },
      onConflict: () => keyLimit(`${limited} Delete one first.`),
    })),
    ...applicationCountWrites(key, 1).map((write) => ({
      ...write,
      ifBelow: { attribute: 'applications', limit: MAX_APPLICATIONS_PER_MEMBER },
      onConflict: () =>
        keyLimit(
          `A member can give access to at most ${MAX_APPLICATIONS_PER_MEMBER} applications and devices. Revoke the access of one first.`,
        ),
    })),
  ];
}

/** Build the change of the number of keys of a workspace, if a key is one of them. */
function keyCountWrites({ is_counted_apart, workspace_id }: ApiKey, by: { keys: 1 | -1 }): Increment[] {
  return is_counted_apart ? [] : [counterIncrement(workspace_id, 'keys', by)];
}

/** Build the change of the number of applications and devices of a member, if a key is of one of them. */
function applicationCountWrites({ oauth_client, workspace_id, user_id }: ApiKey, by: 1 | -1): Increment[] {
  if (oauth_client === undefined) return [];
  return [counterIncrement(workspace_id, `applications-${user_id}`, { applications: by })];
}

/** Build the writes that count an API key that is deleted without a revocation. */
export function deletedKeyWrites(key: ApiKey): Write[] {
  return [...keyCountWrites(key, { keys: -1 }), ...applicationCountWrites(key, -1)];
}

/** Build the write of an API key after a change. */
export function updateApiKeyWrite(before: ApiKey, after: ApiKey): Write {
  return apiKeyWrite(after, before);
}

/** The API keys of a workspace that are not revoked, and the number of revocations that this list takes into account. */
export type WorkspaceKeys = { keys: ApiKey[]; revocations: number };

/** Load all API keys of a workspace: at most 100, and 20 of each member for applications and devices. */
export async function loadWorkspaceKeys(workspaceId: string): Promise<WorkspaceKeys> {
  // The counter is read first: the write detects a later revocation, and the list shows an earlier one.
  const counter = await load<{ revocations?: number }>(
    keyOf(counterEntity, { workspace_id: workspaceId, name: 'keys' }),
  );
  const pk = partition(apiKeyEntity, 'parent_pk', { workspace_id: workspaceId });
  const listed = await query({ index: 'by_parent', pk });
  const keys = await loadAll<ApiKey>(listed.map(({ pk, sk }) => ({ pk, sk }) as PrimaryKey));
  const active = keys.filter((key) => key !== null && key.revoked_at === null) as ApiKey[];
  return { keys: active, revocations: counter?.revocations ?? 0 };
}

/**
 * Build the writes that revoke an API key and reduce the counts that it is part of. With `revocations`, the count
 * that was read, they fail after another revocation.
 */
export function revokeApiKeyWrites(before: ApiKey, revoked: ApiKey, revocations?: number): Write[] {
  const counts: Record<string, number> = before.is_counted_apart ? { revocations: 1 } : { keys: -1, revocations: 1 };
  const counted = counterIncrement(before.workspace_id, 'keys', counts);
  const ifBelow = revocations === undefined ? {} : { ifBelow: { attribute: 'revocations', limit: revocations + 1 } };
  return [updateApiKeyWrite(before, revoked), { ...counted, ...ifBelow }, ...applicationCountWrites(before, -1)];
}

function keysOf(id: string) {
  return [keyOf(apiKeyEntity, { client_id: id }), keyOf(apiKeyUsageEntity, { client_id: id })] as const;
}
