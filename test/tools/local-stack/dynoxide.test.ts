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

const titleOfOrders = 'the table returns a map in another order at each read, and in each record of its stream';
test.skipIf(!findInstalledDynoxide())(titleOfOrders, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dynoxide-'));
  const { endpoint, stop } = await startDynoxide(folder, () => {});
  onTestFinished(async () => {
    await stop();
    rmSync(folder, { recursive: true });
  });
  const call = <T>(operation: string, input: object, service = 'DynamoDB') =>
    callDynamodb<T>(endpoint, `${service}_20120810.${operation}`, input);
  const TableName = 'things';
  await call('CreateTable', {
    ...{ TableName, BillingMode: 'PAY_PER_REQUEST' },
    KeySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
    AttributeDefinitions: [{ AttributeName: 'pk', AttributeType: 'S' }],
    StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
  });
  const map = { M: Object.fromEntries([...'abcdef'].map((name) => [name, { S: name }])) };
  const Key = { pk: { S: 'kept' } };
  type Read = { map: typeof map };
  for (const version of ['1', '2']) {
    await call('PutItem', { TableName, Item: { ...Key, map, version: { N: version } } });
  }
  type Records = { Records: { dynamodb: { NewImage: Read; OldImage: Read } }[] };
  const lastRecord = async () => {
    const ofStream = <T>(operation: string, input: object) => call<T>(operation, input, 'DynamoDBStreams');
    const { Streams } = await ofStream<{ Streams: { StreamArn: string }[] }>('ListStreams', { TableName });
    const { StreamArn } = Streams[0]!;
    type Description = { StreamDescription: { Shards: { ShardId: string }[] } };
    const { StreamDescription } = await ofStream<Description>('DescribeStream', { StreamArn });
    const { ShardId } = StreamDescription.Shards[0]!;
    const from = { StreamArn, ShardId, ShardIteratorType: 'TRIM_HORIZON' };
    const { ShardIterator } = await ofStream<{ ShardIterator: string }>('GetShardIterator', from);
    return (await ofStream<Records>('GetRecords', { ShardIterator })).Records.at(-1)!.dynamodb;
  };
  const query = { KeyConditionExpression: 'pk = :pk', ExpressionAttributeValues: { ':pk': Key.pk } };
  const reads: Record<string, () => Promise<Read>> = {
    get: async () => (await call<{ Item: Read }>('GetItem', { TableName, Key })).Item,
    query: async () => (await call<{ Items: Read[] }>('Query', { TableName, ...query })).Items[0]!,
    batch: async () => {
      const RequestItems = { [TableName]: { Keys: [Key] } };
      type Answer = { Responses: Record<string, Read[]> };
      return (await call<Answer>('BatchGetItem', { RequestItems })).Responses[TableName]![0]!;
    },
    newImage: async () => (await lastRecord()).NewImage,
    oldImage: async () => (await lastRecord()).OldImage,
  };
  for (const [kind, read] of Object.entries(reads)) {
    const orders = new Set<string>();
    for (let count = 0; count < 10; count++) orders.add(Object.keys((await read()).map.M).join(''));
    expect(orders.size, kind).toBeGreaterThan(2);
  }
});
