import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Key, Token } from '../domain/credential.ts';
import type { Member, Workspace } from '../domain/workspace.ts';
import { table, tableName } from './client.ts';
import type { Write } from './commit.ts';
import type { KeyUse } from './key-use.ts';
import { type Item, itemOf, keyOf, SCHEMA } from './keys.ts';
import { load, loadAll } from './read.ts';
import { loadMember } from './workspace.ts';

/** A key as it is stored. Those of before had no name, one secret and no limit, and are in no list. */
export type StoredKey = Omit<Key, LaterField> & Partial<Pick<Key, LaterField>>;
type LaterField = 'name' | 'hourly_limit' | 'secret_number' | 'retired_secrets' | 'rerolled_at' | 'version';

/** The version of a key that was stored without one. */
export const UNVERSIONED = -1;

/** The key that was stored, with what its form of before did not have. */
export function keyOfStored({ id: _, ...stored }: StoredKey & { id?: string }): Key {
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
const KEPT_AFTER_REVOCATION_MS = 30 * 86_400_000;

/** The item of a key. It is in the workspace's list until it is revoked. */
export function keyItem(key: Key): Item {
  if (key.revoked_at === null) return itemOf('Key', { ...key, id: key.client_id });
  return itemOf('Key', key, {}, Date.parse(key.revoked_at) + KEPT_AFTER_REVOCATION_MS);
}

/** A new key. */
export function keyWrite(key: Key): Write {
  return { put: keyItem(key), expect: 'absent' };
}

/** A new token; it ends with its time. */
export function tokenWrite(token: Token): Write {
  return { put: itemOf('Token', token, {}, token.expires_at_ms), expect: 'absent' };
}

/** A key, when it was last used, and how often exchanges with it have failed in this minute; one round trip. */
export async function loadKeyAndFailures(
  clientId: string,
  minute: string,
): Promise<{ key: Key | null; lastUsedAt: string | null; failures: number }> {
  const [key, use, failed] = (await loadAll<object>([
    keyOf('Key', { client_id: clientId }),
    keyOf('KeyUse', { client_id: clientId }),
    keyOf('FailedExchange', { client_id: clientId, minute }),
  ])) as [StoredKey | null, KeyUse | null, { failures?: number } | null];
  return {
    key: key && keyOfStored(key),
    lastUsedAt: use?.last_used_at ?? null,
    failures: failed?.failures ?? 0,
  };
}

/** Counts a failed exchange, of client ids that exist and those that do not alike; answers the new count. */
export async function countFailure(clientId: string, minute: string, nowMs: number): Promise<number> {
  const { Attributes } = await table.send(
    new UpdateCommand({
      TableName: tableName(),
      Key: { ...keyOf('FailedExchange', { client_id: clientId, minute }) },
      UpdateExpression:
        'ADD failures :one SET expires_at_seconds = :end, entity = :entity, #schema = :schema',
      ExpressionAttributeValues: {
        ':one': 1,
        ':end': Math.ceil(nowMs / 1000) + 120,
        ':entity': 'FailedExchange',
        ':schema': SCHEMA,
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
export async function loadToken(hash: string): Promise<{
  token: Token;
  key: Key;
  lastUsedAt: string | null;
  member: Member;
  workspace: Workspace;
} | null> {
  const token = await load<Token>(keyOf('Token', { hash }));
  if (!token) return null;
  const { client_id, workspace_id, user_id } = token;
  const [stored, use, workspace, named] = (await loadAll<unknown>([
    keyOf('Key', { client_id }),
    keyOf('KeyUse', { client_id }),
    keyOf('Workspace', { id: workspace_id }),
    ...(user_id ? [keyOf('Member', { workspace_id, id: user_id })] : []),
  ])) as [StoredKey | null, KeyUse | null, Workspace | null, Member | null | undefined];
  if (!stored || !workspace) return null;
  const member = user_id ? named : await loadMember(workspace_id, stored.user_id);
  if (!member) return null;
  return { token, key: keyOfStored(stored), lastUsedAt: use?.last_used_at ?? null, member, workspace };
}
