import type { DynamodbError } from './dynamodb.ts';
import type { Store } from './store.ts';

/** A stream record as the protocol (and a Lambda event) writes it: epoch seconds, binary values in base64. */
export type StreamRecord = {
  eventID: string;
  eventName: 'INSERT' | 'MODIFY' | 'REMOVE';
  dynamodb: { SequenceNumber: string; ApproximateCreationDateTime: number } & Record<string, unknown>;
  userIdentity?: { type: string; principalId: string };
};

type Call = <T>(operation: string, input: object) => Promise<T>;
type Position = { stream: string; shard: string; sequence: string };

/**
 * Read a table's stream from the stored position of `mapping`. Without a position it begins at the
 * oldest record: a mapping's first start is the table's first start, when LATEST and TRIM_HORIZON are the same.
 */
export function createShardReader(store: Store, mapping: string, call: Call) {
  const load = store.prepare('SELECT stream, shard, sequence FROM checkpoints WHERE mapping = ?');
  const save = store.prepare('INSERT OR REPLACE INTO checkpoints VALUES (?, ?, ?, ?)');
  let stream: string | undefined;
  let shard = '';
  let iterator: string | undefined;
  let atEnd = false;

  async function seek(tableName: string): Promise<void> {
    const listed = await call<{ Streams: { StreamArn: string }[] }>('ListStreams', { TableName: tableName });
    stream = listed.Streams.at(-1)?.StreamArn;
    if (!stream) throw new Error(`the table ${tableName} has no stream`);
    const stored = load.get(mapping) as Position | undefined;
    // A new file is a new stream, whose sequence numbers start again.
    const position = stored?.stream === stream ? stored : undefined;
    const shards = await listShards();
    shard = position && shards.includes(position.shard) ? position.shard : (shards[0] ?? '');
    const from =
      position?.shard === shard
        ? { ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber: position.sequence }
        : { ShardIteratorType: 'TRIM_HORIZON' };
    iterator = await open(from).catch((error: DynamodbError) => {
      if (error.code !== 'TrimmedDataAccessException') throw error;
      return open({ ShardIteratorType: 'TRIM_HORIZON' });
    });
  }

  /** A shard that has closed (DynamoDB Local turns them over) is followed by the next one in the list. */
  async function advance(): Promise<void> {
    const shards = await listShards();
    const next = shards[shards.indexOf(shard) + 1];
    if (!next) return;
    shard = next;
    iterator = await open({ ShardIteratorType: 'TRIM_HORIZON' });
    atEnd = false;
  }

  async function listShards(): Promise<string[]> {
    type Description = { StreamDescription: { Shards: { ShardId: string }[] } };
    const described = await call<Description>('DescribeStream', { StreamArn: stream });
    return described.StreamDescription.Shards.map(({ ShardId }) => ShardId);
  }

  async function open(from: object): Promise<string> {
    const input = { StreamArn: stream, ShardId: shard, ...from };
    return (await call<{ ShardIterator: string }>('GetShardIterator', input)).ShardIterator;
  }

  return {
    shardId: () => shard,
    /** The next records, at most `limit`; none when the stream is at its end. */
    read: async (tableName: string, limit: number): Promise<StreamRecord[]> => {
      if (!iterator) await (atEnd ? advance() : seek(tableName));
      if (!iterator) return [];
      type Page = { Records: StreamRecord[]; NextShardIterator?: string };
      const page = await call<Page>('GetRecords', { ShardIterator: iterator, Limit: limit });
      iterator = page.NextShardIterator;
      atEnd = !iterator;
      return page.Records;
    },
    /** Makes the next read start from the stored position again. */
    rewind: (): void => {
      iterator = undefined;
      atEnd = false;
    },
    /** Remembers that everything up to this record is done. */
    checkpoint: (record: StreamRecord): void => {
      save.run(mapping, stream ?? '', shard, record.dynamodb.SequenceNumber);
    },
  };
}
