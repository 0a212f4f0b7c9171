import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { table, tableName } from './client.ts';
import { itemOf } from './keys.ts';

/** When a key was last used, apart from the key: it is written often, and by everybody. */
export interface KeyUse {
  client_id: string;
  last_used_at: string;
}

// Longer than anybody asks for; what a deleted key leaves behind ends by itself.
const KEPT_MS = 400 * 86_400_000;
// It is waited for at the end of a request, and is not worth more than this.
const PATIENCE_MS = 1_000;

/** Writes down that a key was used. Throws when the table does not answer within a second. */
export async function recordUse(use: KeyUse): Promise<void> {
  const item = itemOf('KeyUse', use, {}, Date.parse(use.last_used_at) + KEPT_MS);
  await table.send(new PutCommand({ TableName: tableName(), Item: item }), {
    abortSignal: AbortSignal.timeout(PATIENCE_MS),
  });
}
