import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { table, tableName } from './client.ts';
import { keyOf, SCHEMA } from './keys.ts';

/**
 * Takes `block` admissions of a workspace's minute and answers how many of them are within `limit`. What
 * was taken before is part of the answer of the same write, so no two callers ever get the same admission,
 * whatever their number.
 */
export async function takeAdmissions(
  workspaceId: string,
  minute: number,
  block: number,
  limit: number,
): Promise<{ granted: number; taken: number }> {
  const { Attributes } = await table.send(
    new UpdateCommand({
      TableName: tableName(),
      Key: { ...keyOf('Rate', { workspace_id: workspaceId, minute: String(minute) }) },
      UpdateExpression: 'ADD taken :block SET expires_at_seconds = :end, entity = :entity, #schema = :schema',
      ExpressionAttributeValues: {
        ':block': block,
        ':end': (minute + 2) * 60,
        ':entity': 'Rate',
        ':schema': SCHEMA,
      },
      ExpressionAttributeNames: { '#schema': 'schema' },
      ReturnValues: 'UPDATED_NEW',
    }),
  );
  const taken = Number(Attributes?.taken);
  return { granted: Math.max(0, Math.min(block, limit - (taken - block))), taken };
}
