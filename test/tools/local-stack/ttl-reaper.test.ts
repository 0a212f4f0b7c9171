import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { callDynamodb } from '../../../tools/local-stack/dynamodb.ts';
import { startDynoxide } from '../../../tools/local-stack/dynoxide.ts';
import { findInstalledDynoxide } from '../../../tools/local-stack/table-programs.ts';
import type { TableServer } from '../../../tools/local-stack/table-server.ts';
import { deleteExpiredItems } from '../../../tools/local-stack/ttl-reaper.ts';

const NOW_SECONDS = 2_000_000_000;
const folder = mkdtempSync(join(tmpdir(), 'expiry-'));
const path = join(folder, 'table.sqlite');
let database: TableServer;

const call = <T>(operation: string, input: object) =>
  callDynamodb<T>(database.endpoint, `DynamoDB_20120810.${operation}`, { TableName: 'things', ...input });

const put = (sk: string, ends?: number) =>
  call('PutItem', {
    Item: { pk: { S: 'a#b' }, sk: { S: sk }, ...(ends === undefined ? {} : { ends: { N: String(ends) } }) },
  });

async function left(): Promise<string[]> {
  const { Items } = await call<{ Items: { sk: { S: string } }[] }>('Scan', {});
  return Items.map((item) => item.sk.S).sort();
}

describe.skipIf(!findInstalledDynoxide())('what has expired', () => {
  beforeAll(async () => {
    database = await startDynoxide(folder, () => {});
    await call('CreateTable', {
      BillingMode: 'PAY_PER_REQUEST',
      KeySchema: [
        { AttributeName: 'pk', KeyType: 'HASH' },
        { AttributeName: 'sk', KeyType: 'RANGE' },
      ],
      AttributeDefinitions: [
        { AttributeName: 'pk', AttributeType: 'S' },
        { AttributeName: 'sk', AttributeType: 'S' },
      ],
      StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
    });
    const TimeToLiveSpecification = { Enabled: true, AttributeName: 'ends' };
    await call('UpdateTimeToLive', { TimeToLiveSpecification });
  });

  afterAll(async () => {
    await database.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  beforeEach(async () => {
    for (const sk of await left()) await call('DeleteItem', { Key: { pk: { S: 'a#b' }, sk: { S: sk } } });
  });

  it('is deleted once its second is over, and nothing else is', async () => {
    await put('long over', NOW_SECONDS - 3600);
    await put('just over', NOW_SECONDS - 1);
    await put('this second', NOW_SECONDS);
    await put('to come', NOW_SECONDS + 1);
    await put('without an end');
    await deleteExpiredItems(path, database.endpoint, NOW_SECONDS * 1000);
    expect(await left()).toEqual(['this second', 'to come', 'without an end']);
  });

  it('is deleted when there is more of it than one sweep takes, by the sweeps after it', async () => {
    await Promise.all(Array.from({ length: 520 }, (_, index) => put(`old ${index}`, NOW_SECONDS - 1)));
    await deleteExpiredItems(path, database.endpoint, NOW_SECONDS * 1000);
    expect((await left()).length).toBe(20);
    await deleteExpiredItems(path, database.endpoint, NOW_SECONDS * 1000);
    expect(await left()).toEqual([]);
  });

  it('is deleted by the running service, and the stream has a record of it', async () => {
    await put('over', Math.floor(Date.now() / 1000) - 60);
    const { Table } = await call<{ Table: { LatestStreamArn: string } }>('DescribeTable', {});
    await expect.poll(left, { timeout: 170_000, interval: 500 }).toEqual([]);
    const streams = <T>(operation: string, input: object) =>
      callDynamodb<T>(database.endpoint, `DynamoDBStreams_20120810.${operation}`, input);
    const StreamArn = Table.LatestStreamArn;
    const { StreamDescription } = await streams<{ StreamDescription: { Shards: { ShardId: string }[] } }>(
      'DescribeStream',
      { StreamArn },
    );
    const last = StreamDescription.Shards.at(-1)!.ShardId;
    let { ShardIterator } = await streams<{ ShardIterator: string }>('GetShardIterator', {
      StreamArn,
      ShardId: last,
      ShardIteratorType: 'TRIM_HORIZON',
    });
    const removed: string[] = [];
    for (;;) {
      const page = await streams<{
        Records: { eventName: string; dynamodb: { Keys: { sk: { S: string } } } }[];
        NextShardIterator?: string;
      }>('GetRecords', { ShardIterator });
      if (page.Records.length === 0) break;
      removed.push(
        ...page.Records.filter((record) => record.eventName === 'REMOVE').map((record) => record.dynamodb.Keys.sk.S),
      );
      ShardIterator = page.NextShardIterator!;
    }
    expect(removed.filter((sk) => sk === 'over')).toEqual(['over']);
  });
});
