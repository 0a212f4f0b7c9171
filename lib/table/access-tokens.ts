import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { AccessToken, ApiKey } from '../domain/identity/api-key.ts';
import type { Member } from '../domain/identity/member.ts';
import type { Workspace } from '../domain/identity/workspace.ts';
import type { ApiKeyUsage } from './api-key-usage.ts';
import { table, tableName } from './client.ts';
import type { Write } from './commit.ts';
import { load, loadAll } from './read.ts';
import { type Item, keyOf, toItem, WRITE_SCHEMA_VERSION } from './schema.ts';
import { loadMember } from './workspaces.ts';

/** A key as it is stored. Those of before had no name, one secret and no limit, and are in no list. */
export type StoredKey = Omit<ApiKey, LaterField> & Partial<Pick<ApiKey, LaterField>>;
type LaterField = 'name' | 'hourly_limit' | 'secret_number' | 'retired_secrets' | 'rerolled_at' | 'version';

/** The version of a key that was stored without one. */
export const UNVERSIONED = -1;

/** The key that was stored, with what its form of before did not have. */
export function keyOfStored({ id: _, ...stored }: StoredKey & { id?: string }): ApiKey {
  return {
    ...stored,
    name: stored.name ?? 'Owner',
    hourly_limit: stored.hourly_limit ?? null,
    secret_number: stored.secret_number ?? 1,
    retired_secrets: stored.retired_secrets ?? [],
    rerolled_at: stored.rerolled_at ?? null,
    version: stored.version ?? UNVERSIONED,
  };
}

// An operator can look up for a while who used what. Nobody else can: it is gone for the API.
const REVOKED_RETENTION_MS = 30 * 86_400_000;

/** The item of a key. It is in the workspace's list until it is revoked. */
export function apiKeyItem(key: ApiKey): Item {
  if (key.revoked_at === null) return toItem('ApiKey', { ...key, id: key.client_id });
  return toItem('ApiKey', key, {}, Date.parse(key.revoked_at) + REVOKED_RETENTION_MS);
}

/** A new key. */
export function apiKeyWrite(key: ApiKey): Write {
  return { put: apiKeyItem(key), condition: 'absent' };
}

/** A new token; it ends with its time. */
export function accessTokenWrite(token: AccessToken): Write {
  return { put: toItem('AccessToken', token, {}, token.expires_at_ms), condition: 'absent' };
}

/** A key, when it was last used, and how often exchanges with it have failed in this minute; one round trip. */
export async function loadApiKeyAndFailures(
  clientId: string,
  minute: string,
): Promise<{ key: ApiKey | null; lastUsedAt: string | null; failures: number }> {
  const [key, use, failed] = (await loadAll<object>([
    keyOf('ApiKey', { client_id: clientId }),
    keyOf('ApiKeyUsage', { client_id: clientId }),
    keyOf('FailedTokenRequest', { client_id: clientId, minute }),
  ])) as [StoredKey | null, ApiKeyUsage | null, { failures?: number } | null];
  return {
    key: key && keyOfStored(key),
    lastUsedAt: use?.last_used_at ?? null,
    failures: failed?.failures ?? 0,
  };
}

/** Counts a failed exchange, of client ids that exist and those that do not alike; answers the new count. */
export async function countFailedTokenRequest(
  clientId: string,
  minute: string,
  nowMs: number,
): Promise<number> {
  const { Attributes } = await table.send(
    new UpdateCommand({
      TableName: tableName(),
      Key: { ...keyOf('FailedTokenRequest', { client_id: clientId, minute }) },
      UpdateExpression:
        'ADD failures :one SET expires_at_seconds = :end, entity = :entity, #schema = :schema',
      ExpressionAttributeValues: {
        ':one': 1,
        ':end': Math.ceil(nowMs / 1000) + 120,
        ':entity': 'FailedTokenRequest',
        ':schema': WRITE_SCHEMA_VERSION,
      },
      ExpressionAttributeNames: { '#schema': 'schema' },
      ReturnValues: 'UPDATED_NEW',
    }),
  );
  return Number(Attributes?.failures);
}

/**
 * A token with its key, when that was last used, the member whose key it is and the workspace; null when one of
 * these three is not there.
 */
export async function loadAccessToken(hash: string): Promise<{
  token: AccessToken;
  key: ApiKey;
  lastUsedAt: string | null;
  member: Member;
  workspace: Workspace;
} | null> {
  const token = await load<AccessToken>(keyOf('AccessToken', { hash }));
  if (!token) return null;
  const { client_id, workspace_id, user_id } = token;
  const [stored, use, workspace, named] = (await loadAll<unknown>([
    keyOf('ApiKey', { client_id }),
    keyOf('ApiKeyUsage', { client_id }),
    keyOf('Workspace', { id: workspace_id }),
    ...(user_id ? [keyOf('Member', { workspace_id, id: user_id })] : []),
  ])) as [StoredKey | null, ApiKeyUsage | null, Workspace | null, Member | null | undefined];
  if (!stored || !workspace) return null;
  const member = user_id ? named : await loadMember(workspace_id, stored.user_id);
  if (!member) return null;
  return { token, key: keyOfStored(stored), lastUsedAt: use?.last_used_at ?? null, member, workspace };
}
