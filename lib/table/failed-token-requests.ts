import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { ApiKey } from '../domain/identity/api-key.ts';
import type { ApiKeyUsage } from './api-key-usage.ts';
import { table, tableName } from './client.ts';
import { loadAll } from './read.ts';
import { keyOf, WRITE_SCHEMA_VERSION } from './schema.ts';

const RETENTION_SECONDS = 120;

/** Load an API key, its last use and its failed token requests of a minute, in one round trip. */
export async function loadApiKeyAndFailures(clientId: string, minute: string) {
  const [key, usage, failed] = (await loadAll<object>([
    keyOf('ApiKey', { client_id: clientId }),
    keyOf('ApiKeyUsage', { client_id: clientId }),
    keyOf('FailedTokenRequest', { client_id: clientId, minute }),
  ])) as [ApiKey | null, ApiKeyUsage | null, { failures?: number } | null];
  return { key, lastUsedAt: usage?.last_used_at ?? null, failures: failed?.failures ?? 0 };
}

/** Count a failed token request, whether the client id exists or not. Returns the count of that minute. */
export async function countFailedTokenRequest(clientId: string, minute: string, nowMs: number): Promise<number> {
  const { Attributes } = await table.send(
    new UpdateCommand({
      TableName: tableName(),
      Key: { ...keyOf('FailedTokenRequest', { client_id: clientId, minute }) },
      UpdateExpression: 'ADD failures :one SET expires_at_seconds = :end, entity = :entity, #schema = :schema',
      ExpressionAttributeValues: {
        ':one': 1,
        ':end': Math.ceil(nowMs / 1000) + RETENTION_SECONDS,
        ':entity': 'FailedTokenRequest',
        ':schema': WRITE_SCHEMA_VERSION,
      },
      ExpressionAttributeNames: { '#schema': 'schema' },
      ReturnValues: 'UPDATED_NEW',
    }),
  );
  return Number(Attributes?.failures);
}
