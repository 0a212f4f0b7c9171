import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { table, tableName } from './client.ts';
import { toItem } from './schema.ts';

/** When a key was last used, apart from the key: it is written often, and by everybody. */
export interface ApiKeyUsage {
  client_id: string;
  last_used_at: string;
}

// Longer than anybody asks for; what a deleted key leaves behind ends by itself.
const RETENTION_MS = 400 * 86_400_000;
// It is waited for at the end of a request, and is not worth more than this.
const WRITE_TIMEOUT_MS = 1_000;

/** Writes down that a key was used. Throws when the table does not answer within a second. */
export async function recordApiKeyUsage(use: ApiKeyUsage): Promise<void> {
  const item = toItem('ApiKeyUsage', use, {}, Date.parse(use.last_used_at) + RETENTION_MS);
  await table.send(new PutCommand({ TableName: tableName(), Item: item }), {
    abortSignal: AbortSignal.timeout(WRITE_TIMEOUT_MS),
  });
}
