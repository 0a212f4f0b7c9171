import { DeleteItemCommand, DynamoDBClient, PutItemCommand, TransactWriteItemsCommand } from '@aws-sdk/client-dynamodb';
import { ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningStack, startStack } from '../../../tools/local-stack/stack-runner.ts';
import { type Fixture, synthesizeFixture, until, untilCount } from './fixture.ts';

let fixture: Fixture;
let service: RunningStack;
let table: DynamoDBClient;
const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };

async function start(log?: (line: string) => void) {
  service = await startStack({ outdir: fixture.outdir, folder: fixture.folder, ...(log && { log }) });
  table = new DynamoDBClient({ endpoint: service.dynamodbUrl, region: 'us-east-1', credentials });
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

test('a change reaches the function in the shape of a Lambda event, soon after the write', async () => {
  await put('warm');
  await until(() => timesSeen('warm'));
  const writtenMs = Date.now();
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
  expect(Date.now() - writtenMs).toBeLessThan(2_000);
});

test('a filter keeps records from the function', async () => {
  await put('filtered', {}, 'other');
  await put('after the filtered');
  await until(() => timesSeen('after the filtered'));
  expect(timesSeen('filtered')).toBe(0);
});

test('a poisoned record is bisected out, retried, sent to the destination, and blocks nothing', async () => {
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
  const sqs = new SQSClient({ endpoint: service.awsUrl, region: 'us-east-1', credentials });
  const QueueUrl = `${service.awsUrl}/000000000000/dead`;
  const { Messages } = await sqs.send(new ReceiveMessageCommand({ QueueUrl, WaitTimeSeconds: 10 }));
  sqs.destroy();
  const record = JSON.parse(Messages![0]!.Body!);
  const [poison] = recordsOf('poison');
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
  expect(JSON.stringify(record)).not.toContain('"NewImage"');
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
