import { DeleteCommand, QueryCommand, ScanCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { table as client, tableName } from '../../lib/table/client.ts';
import { commit } from '../../lib/table/commit.ts';
import { query } from '../../lib/table/read.ts';
import { setupApi } from './api-harness.ts';

const table = setupApi();
const item = (sk: string, more: object = {}) => ({ pk: 'P', sk, ...more });

describe('the in-memory table', () => {
  it('throws on an unknown condition, instead of writing', async () => {
    const write = new DeleteCommand({
      TableName: tableName(),
      Key: { pk: 'P', sk: 'S' },
      ConditionExpression: 'begins_with(pk, :p)',
      ExpressionAttributeValues: { ':p': 'P' },
    });
    await expect(client.send(write)).rejects.toThrow('Unknown condition');
  });

  it('throws on an unknown update', async () => {
    const write = new UpdateCommand({
      TableName: tableName(),
      Key: { pk: 'P', sk: 'S' },
      UpdateExpression: 'REMOVE a',
    });
    await expect(client.send(write)).rejects.toThrow('Unknown update');
  });

  it('throws on an unknown command and on an unknown parameter', async () => {
    await expect(client.send(new ScanCommand({ TableName: tableName() }))).rejects.toThrow('does not know');
    const filtered = new QueryCommand({ TableName: tableName(), FilterExpression: 'a = :a' });
    await expect(client.send(filtered)).rejects.toThrow('does not know');
  });

  it('rejects a range that ends before it begins, as the service does', async () => {
    await expect(query({ pk: 'P', from: 'b', to: 'a' })).rejects.toThrow('BETWEEN');
  });

  it('writes all of a transaction or none of it', async () => {
    await commit([{ put: item('1'), condition: 'absent' }]);
    const both = [
      { put: item('2'), condition: 'absent' as const },
      { put: item('1'), condition: 'absent' as const },
    ];
    await expect(commit(both)).rejects.toThrow('Another change came first');
    expect(table.items()).toEqual([item('1')]);
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
