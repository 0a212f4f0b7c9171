import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, PutCommand } from '@aws-sdk/lib-dynamodb';
import type { Write } from '../../lib/core/table/commit.ts';
import type { TableInfo } from './stack-options.ts';

/** A client of the local table for this process; the functions have their own. */
export function tableClient(table: TableInfo): DynamoDBDocumentClient {
  const { endpoint, region, credentials } = table;
  return DynamoDBDocumentClient.from(new DynamoDBClient({ endpoint, region, credentials }), {
    marshallOptions: { removeUndefinedValues: true },
  });
}

/** Put the items of these writes into the table. Limits do not count what is seeded. */
export async function putItems(client: DynamoDBDocumentClient, tableName: string, writes: Write[]): Promise<void> {
  for (const write of writes) {
    if (!('put' in write)) continue;
    await client.send(new PutCommand({ TableName: tableName, Item: write.put }));
  }
}
