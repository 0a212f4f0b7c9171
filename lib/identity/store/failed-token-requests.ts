import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { table, tableName } from '../../core/table/client.ts';
import { keyOf } from '../../core/table/schema.ts';
import { WRITE_SCHEMA_VERSION } from '../../core/table/schema-version.ts';

const RETENTION_SECONDS = 120;

/** The minute and the source of a failed token request, and the counter of its client id. */
export type TokenRequestFailure = { source: string; minute: string; counter: string };

/** Count a failed token request, whether the client id exists or not. Returns the count of that minute. */
export async function countFailedTokenRequest(
  { source, minute, counter }: TokenRequestFailure,
  nowMs: number,
): Promise<number> {
  const { Attributes } = await table.send(
    new UpdateCommand({
      TableName: tableName(),
      Key: { ...keyOf('FailedTokenRequest', { source, minute }) },
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
