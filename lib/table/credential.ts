import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Key, Token } from '../domain/credential.ts';
import type { Member, Workspace } from '../domain/workspace.ts';
import { table, tableName } from './client.ts';
import type { Write } from './commit.ts';
import { itemOf, keyOf, SCHEMA } from './keys.ts';
import { load, loadAll } from './read.ts';
import { loadMember } from './workspace.ts';

/** A key as it is stored: the first ones had neither a name nor a limit of their own. */
type StoredKey = Omit<Key, 'name' | 'hourly_limit'> & Partial<Key>;

function keyOfStored(stored: StoredKey): Key {
  return { ...stored, name: stored.name ?? 'Owner', hourly_limit: stored.hourly_limit ?? null };
}

export function keyWrite(key: Key): Write {
  return { put: itemOf('Key', key), expect: 'absent' };
}

export function tokenWrite(token: Token): Write {
  return { put: itemOf('Token', token, {}, token.expires_at_ms), expect: 'absent' };
}

/** A key and how often exchanges with it have failed in this minute; one round trip. */
export async function loadKeyAndFailures(
  clientId: string,
  minute: string,
): Promise<{ key: Key | null; failures: number }> {
  const [key = null, failed] = await loadAll<StoredKey & { failures?: number }>([
    keyOf('Key', { client_id: clientId }),
    keyOf('FailedExchange', { client_id: clientId, minute }),
  ]);
  return { key: key && keyOfStored(key), failures: failed?.failures ?? 0 };
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

/** A token with its key, the member whose key it is and the workspace, or null when any of them is not there. */
export async function loadToken(
  hash: string,
): Promise<{ token: Token; key: Key; member: Member; workspace: Workspace } | null> {
  const token = await load<Token>(keyOf('Token', { hash }));
  if (!token) return null;
  const { client_id, workspace_id, user_id } = token;
  const [stored, workspace, named] = (await loadAll<unknown>([
    keyOf('Key', { client_id }),
    keyOf('Workspace', { id: workspace_id }),
    ...(user_id ? [keyOf('Member', { workspace_id, id: user_id })] : []),
  ])) as [StoredKey | null, Workspace | null, Member | null | undefined];
  if (!stored || !workspace) return null;
  const member = user_id ? named : await loadMember(workspace_id, stored.user_id);
  return member ? { token, key: keyOfStored(stored), member, workspace } : null;
}
