import { IdempotentParameterMismatchException } from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  DeleteCommand,
  GetCommand,
  PutCommand,
  QueryCommand,
  ScanCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { describe, expect, it } from 'vitest';
import { table as client, tableName } from '../../lib/core/table/client.ts';
import { commit } from '../../lib/core/table/commit.ts';
import { query } from '../../lib/core/table/read.ts';
import { setupApi } from './api-harness.ts';
import { cancelled } from './table-faults.ts';

const table = setupApi();
const item = (sk: string, more: object = {}) => ({ pk: 'P', sk, ...more });

const ABSENT = 'attribute_not_exists(pk)';
const BOTH = [
  { put: item('2'), condition: 'absent' as const },
  { put: item('1'), condition: 'absent' as const },
];

describe('the in-memory table', () => {
  it('throws on an unknown condition, instead of writing', async () => {
    const write = new DeleteCommand({
      TableName: tableName(),
      Key: { pk: 'P', sk: 'S' },
      ConditionExpression: 'pk BETWEEN :from AND :to',
      ExpressionAttributeValues: { ':from': 'P', ':to': 'Q' },
    });
    await expect(client.send(write)).rejects.toThrow('Unknown condition');
  });

  it('throws on an unknown update', async () => {
    const write = new UpdateCommand({
      TableName: tableName(),
      Key: { pk: 'P', sk: 'S' },
      UpdateExpression: 'REMOVE entity',
    });
    await expect(client.send(write)).rejects.toThrow('Unknown update');
  });

  it('throws on an unknown command and on an unknown parameter', async () => {
    await expect(client.send(new ScanCommand({ TableName: tableName() }))).rejects.toThrow('does not know');
    const filtered = new QueryCommand({ TableName: tableName(), FilterExpression: 'entity = :value' });
    await expect(client.send(filtered)).rejects.toThrow('does not know');
  });

  it.each([
    ['a name of a request', { ProjectionExpression: 'title' }],
    ['text that is no name', { UpdateExpression: 'SET € = :value' }],
    ['a placeholder with text', { ConditionExpression: 'attribute_exists(#€)' }],
  ])('throws on an expression with %s, alone and in a transaction', async (_, expression) => {
    const update = { TableName: tableName(), Key: { pk: 'P', sk: 'S' }, UpdateExpression: 'SET', ...expression };
    const rejection = { name: 'ValidationException', message: expect.stringContaining('not of this service') };
    await expect(client.send(new UpdateCommand(update))).rejects.toMatchObject(rejection);
    const transaction = new TransactWriteCommand({ TransactItems: [{ Update: update }] });
    await expect(client.send(transaction)).rejects.toMatchObject(rejection);
  });

  it('returns the maps of an item in another order at each read, in each kind of answer', async () => {
    const names = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_content', 'utm_term'];
    const parameters = Object.fromEntries(names.map((name) => [name, name]));
    await commit([{ put: item('1', { parameters }), condition: 'absent' }]);
    const Key = { pk: 'P', sk: '1' };
    const name = tableName();
    const ReturnValuesOnConditionCheckFailure = 'ALL_OLD' as const;
    const put = { TableName: name, Item: item('1'), ConditionExpression: ABSENT, ReturnValuesOnConditionCheckFailure };
    const reads: Record<string, () => Promise<unknown>> = {
      get: async () => (await client.send(new GetCommand({ TableName: name, Key }))).Item,
      batch: async () => {
        const RequestItems = { [name]: { Keys: [Key] } };
        return (await client.send(new BatchGetCommand({ RequestItems }))).Responses![name]![0];
      },
      query: async () => (await query({ pk: 'P', from: '1', to: '1' }))[0],
      condition: async () => {
        const { Item } = await client.send(new PutCommand(put)).catch((error) => error);
        return unmarshall(Item);
      },
      stream: async () => table.changes().at(-1)!.after,
      table: async () => table.items()[0],
    };
    for (const [kind, read] of Object.entries(reads)) {
      const orders = new Set<string>();
      for (let count = 0; count < 40; count++) {
        const found = (await read()) as { parameters: object };
        expect(found.parameters, kind).toEqual(parameters);
        orders.add(Object.keys(found.parameters).join());
      }
      expect(orders.size, kind).toBeGreaterThan(5);
    }
  });

  it('rejects a range that ends before it begins, as the service does', async () => {
    await expect(query({ pk: 'P', from: 'b', to: 'a' })).rejects.toThrow('BETWEEN');
  });

  it('writes all of a transaction or none of it', async () => {
    await commit([{ put: item('1'), condition: 'absent' }]);
    await expect(commit(BOTH)).rejects.toThrow('Another change came first');
    expect(table.items()).toEqual([item('1')]);
  });

  it('commits a transaction once, however often it is sent with its token', async () => {
    const send = (sk: string) =>
      client.send(
        new TransactWriteCommand({
          TransactItems: [{ Put: { TableName: tableName(), Item: item(sk), ConditionExpression: ABSENT } }],
          ClientRequestToken: 'token',
        }),
      );
    await send('1');
    await send('1');
    expect(table.items()).toEqual([item('1')]);
    await expect(send('2')).rejects.toThrow(IdempotentParameterMismatchException);
  });

  it.each(['ThrottlingException', 'ProvisionedThroughputExceededException', 'TransactionConflictException'])(
    'rejects a test that throws %s for a transaction, as DynamoDB never does',
    async (name) => {
      table.fault = () => Object.assign(new Error(name), { name });
      await expect(commit(BOTH)).rejects.toThrow(TypeError);
    },
  );

  it('rejects a test that cancels a single write', async () => {
    table.fault = () => cancelled({ TransactItems: [{}] }, 'ThrottlingError');
    await expect(commit(BOTH.slice(0, 1))).rejects.toThrow(TypeError);
  });

  it('rejects a test that cancels a transaction without a reason for each item', async () => {
    table.fault = () => cancelled({ TransactItems: [{}] }, 'ThrottlingError');
    await expect(commit(BOTH)).rejects.toThrow(TypeError);
  });

  it('returns the current item for a failed condition', async () => {
    await commit([{ put: item('1', { version: 3 }), condition: 'absent' }]);
    const late = {
      put: item('1'),
      condition: { version: 2 },
      onConflict: (found?: object) => Error(JSON.stringify(found)),
    };
    await expect(commit([late])).rejects.toThrow('"version":3');
  });

  it('returns a long query in pages that together are complete, in both directions', async () => {
    const names = Array.from({ length: 80 }, (_, index) => String(index).padStart(3, '0'));
    for (const name of names) await commit([{ put: item(name), condition: 'absent' }]);
    const there = await query({ pk: 'P' });
    const back = await query({ pk: 'P', descending: true, limit: 60 });
    expect(there.map(({ sk }) => sk)).toEqual(names);
    expect(back.map(({ sk }) => sk)).toEqual(names.toReversed().slice(0, 60));
  });
});
