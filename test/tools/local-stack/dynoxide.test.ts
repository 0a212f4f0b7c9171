import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DynamoDBClient, GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { expect, onTestFinished, test } from 'vitest';
import { LOCAL_CREDENTIALS } from '../../../tools/local-stack/credentials.ts';
import { callDynamodb } from '../../../tools/local-stack/dynamodb.ts';
import { startDynoxide } from '../../../tools/local-stack/dynoxide.ts';
import { findInstalledDynoxide } from '../../../tools/local-stack/table-programs.ts';

// The expressions of the service have no such text: the in-memory table rejects them (`fixed-expressions.ts`).
const title = 'an expression that ends the process of the table loses no item, and a client of the SDK notices nothing';
test.skipIf(!findInstalledDynoxide())(title, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dynoxide-'));
  const logged: string[] = [];
  const { endpoint, stop } = await startDynoxide(folder, (line) => logged.push(line));
  const client = new DynamoDBClient({ endpoint, region: 'us-east-1', credentials: LOCAL_CREDENTIALS, maxAttempts: 20 });
  onTestFinished(async () => {
    client.destroy();
    await stop();
    rmSync(folder, { recursive: true });
  });
  const call = (operation: string, input: object) =>
    callDynamodb(endpoint, `DynamoDB_20120810.${operation}`, { TableName: 'things', ...input });
  await call('CreateTable', {
    BillingMode: 'PAY_PER_REQUEST',
    KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
    AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
  });
  const Item = { pk: { S: 'kept' } };
  await client.send(new PutItemCommand({ TableName: 'things', Item }));
  await expect(call('GetItem', { Key: Item, ProjectionExpression: '€' })).rejects.toThrow();
  expect((await client.send(new GetItemCommand({ TableName: 'things', Key: Item }))).Item).toEqual(Item);
  expect(logged).toEqual([expect.stringContaining('is started again')]);
});
