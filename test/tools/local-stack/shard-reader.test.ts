import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createShardReader } from '../../../tools/local-stack/shard-reader.ts';

let store: DatabaseSync;
beforeEach(() => {
  store = new DatabaseSync(':memory:');
  store.exec('CREATE TABLE checkpoints (mapping TEXT PRIMARY KEY, stream TEXT, shard TEXT, sequence TEXT)');
});
afterEach(() => store.close());

/** A stream of closed shards and one open shard (the last), each a list of sequence numbers. */
function stream(arn: string, shards: Record<string, string[]>) {
  return async <T>(operation: string, input: object): Promise<T> => {
    const { ShardId, SequenceNumber, ShardIterator } = input as Record<string, string>;
    const answers: Record<string, () => unknown> = {
      ListStreams: () => ({ Streams: [{ StreamArn: arn }] }),
      DescribeStream: () => ({
        StreamDescription: { Shards: Object.keys(shards).map((id) => ({ ShardId: id })) },
      }),
      GetShardIterator: () => {
        const start = SequenceNumber === undefined ? 0 : shards[ShardId!]!.indexOf(SequenceNumber) + 1;
        return { ShardIterator: `${ShardId}/${start}` };
      },
      GetRecords: () => {
        const [shard = '', start] = ShardIterator!.split('/');
        const isOpen = shard === Object.keys(shards).at(-1);
        return {
          Records: shards[shard]!.slice(Number(start)).map((sequence) => ({
            dynamodb: { SequenceNumber: sequence },
          })),
          ...(isOpen && { NextShardIterator: `${shard}/${shards[shard]!.length}` }),
        };
      },
    };
    return answers[operation]!() as T;
  };
}

async function readAll(reader: ReturnType<typeof createShardReader>, reads: number) {
  const seen: string[] = [];
  for (let index = 0; index < reads; index++) {
    for (const record of await reader.read('table', 10)) {
      seen.push(record.dynamodb.SequenceNumber);
      reader.checkpoint(record);
    }
  }
  return seen;
}

test('a closed shard is followed by the next one, and a position in either is found again', async () => {
  const call = stream('arn', { first: ['1', '2'], second: ['3'] });
  expect(await readAll(createShardReader(store, 'mapping', call), 1)).toEqual(['1', '2']);
  expect(await readAll(createShardReader(store, 'mapping', call), 3)).toEqual(['3']);
  expect(await readAll(createShardReader(store, 'mapping', call), 3)).toEqual([]);
});

test('a rewind repeats what was read but not yet checkpointed', async () => {
  const reader = createShardReader(store, 'mapping', stream('arn', { only: ['1', '2'] }));
  const [first] = await reader.read('table', 10);
  reader.checkpoint(first!);
  reader.rewind();
  expect(await readAll(reader, 1)).toEqual(['2']);
});

test('a new stream is read from its beginning, whatever the position in the old one', async () => {
  expect(await readAll(createShardReader(store, 'mapping', stream('old', { s: ['1', '2'] })), 1)).toHaveLength(2);
  expect(await readAll(createShardReader(store, 'mapping', stream('new', { s: ['1'] })), 1)).toEqual(['1']);
});
