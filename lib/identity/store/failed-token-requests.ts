import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { table, tableName } from '../../core/table/client.ts';
import { keyOf } from '../../core/table/schema.ts';
import { WRITE_SCHEMA_VERSION } from '../../core/table/schema-version.ts';
import { failedTokenRequestEntity } from '../entities/api-keys.ts';

const RETENTION_SECONDS = 120;

/** The minute and the source of a failed token request, and the counter of its client id. */
export type TokenRequestFailure = { source: string; minute: string; counter: string };

/**
 * Return the counter of a client id among the 256 of a source. Invented client ids therefore add no items, and a wrong
 * secret is counted exactly as an unknown client id is.
 */
export function failureCounter(clientId: string, hash: (text: string) => string): string {
  return `count_${hash(clientId).slice(0, 2)}`;
}

/** Count a failed token request, whether the client id exists or not. Returns the count of that minute. */
export async function countFailedTokenRequest(
  { source, minute, counter }: TokenRequestFailure,
  nowMs: number,
): Promise<number> {
  const { Attributes } = await table.send(
    new UpdateCommand({
      TableName: tableName(),
      Key: { ...keyOf(failedTokenRequestEntity, { source, minute }) },
      UpdateExpression: 'ADD #counter :one SET expires_at_seconds = :end, entity = :entity, #schema = :schema',
      ExpressionAttributeValues: {
        ':one': 1,
        ':end': Math.ceil(nowMs / 1000) + RETENTION_SECONDS,
        ':entity': 'FailedTokenRequest',
        ':schema': WRITE_SCHEMA_VERSION,
      },
      ExpressionAttributeNames: { '#schema': 'schema', '#counter': counter },
      ReturnValues: 'UPDATED_NEW',
    }),
  );
  return Number(Attributes?.[counter]);
}
