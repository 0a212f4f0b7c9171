import { DeleteItemCommand, DynamoDBClient, PutItemCommand, TransactWriteItemsCommand } from '@aws-sdk/client-dynamodb';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningStack, startStack } from '../../../tools/local-stack/stack-runner.ts';
import { type Fixture, synthesizeFixture, until, untilCount } from './fixture.ts';

let fixture: Fixture;
let service: RunningStack;
let table: DynamoDBClient;
let s3: S3Client;
const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };

async function start(log?: (line: string) => void) {
  service = await startStack({ outdir: fixture.outdir, folder: fixture.folder, ...(log && { log }) });
  table = new DynamoDBClient({ endpoint: service.dynamodbUrl, region: 'us-east-1', credentials });
  s3 = new S3Client({ endpoint: service.awsUrl, region: 'us-east-1', credentials });
}
beforeAll(async () => {
  fixture = synthesizeFixture();
  await start();
});
afterAll(async () => {
  table.destroy();
  await service.stop();
  fixture.remove();
});

const put = (pk: string, more: Record<string, { S: string } | { N: string } | { B: Uint8Array }> = {}, sk = 's') =>
  table.send(new PutItemCommand({ TableName: service.tableName, Item: { pk: { S: pk }, sk: { S: sk }, ...more } }));
const storedKeys = async () => {
  const { Contents = [] } = await s3.send(new ListObjectsV2Command({ Bucket: 'discarded' }));
  return Contents.map(({ Key }) => Key!);
};
const batches = () => fixture.journal().flatMap(({ seen }) => (seen ? [seen as string[]] : []));
const timesSeen = (pk: string) => batches().filter((seen) => seen.includes(pk)).length;
type Record_ = { eventName: string; dynamodb: Record<string, unknown>; userIdentity?: unknown } & Record<
  string,
  unknown
>;
const recordsOf = (pk: string) =>
  fixture
    .journal()
    .flatMap(({ records }) => (records ?? []) as Record_[])
    .filter(({ dynamodb }) => (dynamodb.Keys as { pk: { S: string } }).pk.S === pk);

test('a change reaches the function in the shape of a Lambda event', async () => {
  await put('warm');
  await until(() => timesSeen('warm'));
  await put('shape', { bytes: { B: new Uint8Array([104, 105]) } });
  const [record] = await untilCount(() => recordsOf('shape'), 1);
  expect(record).toMatchObject({
    eventName: 'INSERT',
    eventSource: 'aws:dynamodb',
    awsRegion: 'us-east-1',
    eventSourceARN: 'arn:aws:dynamodb:us-east-1:000000000000:table/fixture/stream/local',
    dynamodb: {
      NewImage: { bytes: { B: 'aGk=' } },
      ApproximateCreationDateTime: expect.any(Number),
      StreamViewType: 'NEW_AND_OLD_IMAGES',
    },
  });
});

test('a filter keeps records from the function', async () => {
  await put('filtered', {}, 'other');
  await put('after the filtered');
  await until(() => timesSeen('after the filtered'));
  expect(timesSeen('filtered')).toBe(0);
});

test('a poisoned record is bisected out, retried, stored in the bucket with its payload, and blocks nothing', async () => {
  // One transaction, so that the records appear in the stream together and make one batch.
  const TransactItems = ['a', 'b', 'poison', 'c', 'd'].map((pk) => ({
    Put: { TableName: service.tableName, Item: { pk: { S: pk }, sk: { S: 's' } } },
  }));
  const before = batches().length;
  await table.send(new TransactWriteItemsCommand({ TransactItems }));
  await until(() => timesSeen('c') === 2);
  expect(batches().slice(before)).toEqual([
    ['a', 'b', 'poison', 'c', 'd'],
    ['a', 'b', 'poison'],
    ['a', 'b'],
    ['poison'],
    ['poison'],
    ['c', 'd'],
  ]);
  const [poison] = recordsOf('poison');
  const Key = await until(async () => (await storedKeys())[0]);
  expect(await storedKeys()).toEqual([Key]);
  expect(Key).toMatch(/^aws\/lambda\/[^/]+\/[^/]+\/\d{4}\/\d\d\/\d\d\/\d{4}-\d\d-\d\dT\d\d\.\d\d\.\d\d-[0-9a-f-]{36}$/);
  const { Body } = await s3.send(new GetObjectCommand({ Bucket: 'discarded', Key }));
  const record = JSON.parse(await Body!.transformToString());
  expect(record).toMatchObject({
    version: '1.0',
    requestContext: { condition: 'RetryAttemptsExhausted', approximateInvokeCount: 2 },
    responseContext: { functionError: 'Unhandled' },
    DDBStreamBatchInfo: {
      batchSize: 1,
      startSequenceNumber: poison!.dynamodb.SequenceNumber,
      endSequenceNumber: poison!.dynamodb.SequenceNumber,
      streamArn: 'arn:aws:dynamodb:us-east-1:000000000000:table/fixture/stream/local',
    },
  });
  expect(JSON.parse(record.payload)).toEqual({ Records: [poison] });
});

test('what it stores in the bucket outlives a restart, and is deleted by DeleteObject', async () => {
  const keys = await storedKeys();
  table.destroy();
  await service.stop();
  await start();
  expect(await storedKeys()).toEqual(keys);
  for (const Key of keys) await s3.send(new DeleteObjectCommand({ Bucket: 'discarded', Key }));
  expect(await storedKeys()).toEqual([]);
});

test('objects are listed in pages, in the order of their keys, with keys of any text', async () => {
  const keys = ['a&b <c>', 'b/é', 'c'];
  for (const Key of keys.toReversed()) {
    await s3.send(new PutObjectCommand({ Bucket: 'discarded', Key, Body: 'text' }));
  }
  const first = await s3.send(new ListObjectsV2Command({ Bucket: 'discarded', MaxKeys: 2 }));
  const ContinuationToken = first.NextContinuationToken;
  const second = await s3.send(new ListObjectsV2Command({ Bucket: 'discarded', MaxKeys: 2, ContinuationToken }));
  expect([first.IsTruncated, second.IsTruncated]).toEqual([true, false]);
  const listed = [...first.Contents!, ...second.Contents!];
  expect(listed.map(({ Key, Size }) => [Key, Size])).toEqual(keys.map((key) => [key, 4]));
  await expect(s3.send(new GetObjectCommand({ Bucket: 'discarded', Key: 'none' }))).rejects.toThrow(NoSuchKey);
});

test('a reported item failure repeats from that record on', async () => {
  await put('partial');
  await until(() => timesSeen('partial') === 2);
});

test('after a restart the stream goes on where it stood, beyond ten records', async () => {
  for (let index = 0; index < 12; index++) await put(`before ${index}`);
  await until(() => timesSeen('before 11'));
  table.destroy();
  await service.stop();
  const before = fixture.journal().length;
  await start();
  await put('after the restart');
  await until(() => timesSeen('after the restart'));
  const seen = fixture
    .journal()
    .slice(before)
    .flatMap(({ seen }) => seen as string[]);
  expect(seen).toEqual(['after the restart']);
});

test('an item whose time to live has passed is deleted by DynamoDB itself', async () => {
  const expires = { N: String(Math.floor(Date.now() / 1000) - 5) };
  await put('expired', { expires });
  const records = await untilCount(() => recordsOf('expired'), 2);
  expect(records[1]).toMatchObject({
    eventName: 'REMOVE',
    userIdentity: { type: 'Service', principalId: 'dynamodb.amazonaws.com' },
  });
});

test('a crash of the database is repaired under the running service', async () => {
  const lines: string[] = [];
  table.destroy();
  await service.stop();
  await start((line) => lines.push(line));
  const key = { pk: { S: 'a' }, sk: { S: 's' } };
  // The aborting projection of GHSA-gwhp-7jch-7xj6.
  await fetch(service.dynamodbUrl, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-target': 'DynamoDB_20120810.GetItem',
      authorization:
        'AWS4-HMAC-SHA256 Credential=a/20260101/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0',
      'x-amz-date': '20260101T000000Z',
    },
    body: JSON.stringify({ TableName: service.tableName, Key: key, ProjectionExpression: '€' }),
  }).catch(() => {});
  await until(() => lines.some((line) => line.includes('started again')));
  await until(() =>
    table.send(new DeleteItemCommand({ TableName: service.tableName, Key: key })).catch(() => undefined),
  );
  await until(() => recordsOf('a').some(({ eventName }) => eventName === 'REMOVE'));
});
