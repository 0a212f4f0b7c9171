import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { table, tableName } from '../../core/table/client.ts';
import { toItem } from '../../core/table/schema.ts';
import { apiKeyUsageEntity } from '../entities/api-keys.ts';

/** Last use of an API key. A separate item, because every function writes it often. */
export type ApiKeyUsage = { client_id: string; last_used_at: string };

// The item of a deleted key expires automatically.
const RETENTION_MS = 400 * 86_400_000;
// A request waits for it before its response, and no longer than this.
const WRITE_TIMEOUT_MS = 1_000;

/** Record the use of an API key. Throws when the table does not respond within a second. */
export async function recordApiKeyUsage(use: ApiKeyUsage): Promise<void> {
  const item = toItem(apiKeyUsageEntity, use, {}, Date.parse(use.last_used_at) + RETENTION_MS);
  await table.send(new PutCommand({ TableName: tableName(), Item: item }), {
    abortSignal: AbortSignal.timeout(WRITE_TIMEOUT_MS),
  });
}
