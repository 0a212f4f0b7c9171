import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { DeleteMessageCommand, ReceiveMessageCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { countObjects } from '../../../tools/cli/count-objects.ts';
import { countMessages, redriveEach } from '../../../tools/cli/dead-letter-queue.ts';
import { redriveInvocation } from '../../../tools/cli/redrive-invocation.ts';
import { redriveStreamDeadLetters } from '../../../tools/cli/stream-dead-letters.ts';
import { callDynamodb } from '../../../tools/local-stack/dynamodb.ts';
import { until } from '../../e2e/http-client.ts';
import { useRunningService } from '../../e2e/running-service.ts';

const { service, api, clock, folder } = useRunningService();
const arnOf = (name: string) => `arn:aws:lambda:us-east-1:000000000000:function:${name}`;

type StreamRecord = { eventID: string; dynamodb: { NewImage?: Record<string, { S?: string; N?: string }> } };

let sqs: SQSClient;
let s3: S3Client;
let deadLetterQueue: string;
let bucket: string;
let functions: Record<'OnPublishScheduled' | 'OnTableChange', string>;
let content: { id: string };

beforeAll(async () => {
  vi.stubEnv('AWS_REGION', 'us-east-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'local');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'local');
  for (const name of ['SQS', 'S3', 'LAMBDA']) vi.stubEnv(`AWS_ENDPOINT_URL_${name}`, service.awsUrl);
  sqs = new SQSClient({});
  s3 = new S3Client({});
  const idOf = (stack: string, id: string) => {
    const template = JSON.parse(readFileSync(join(folder, `cdk.out/${stack}-local.template.json`), 'utf8'));
    return Object.keys(template.Resources).find((each) => each.replace(/[0-9A-F]{8}$/, '') === id)!;
  };
  deadLetterQueue = `${service.awsUrl}/000000000000/${idOf('ContentIntelligence', 'InvocationDeadLetters')}`;
  bucket = idOf('ContentIntelligenceData', 'StreamDeadLetters');
  functions = {
    OnPublishScheduled: idOf('ContentIntelligence', 'OnPublishScheduled'),
    OnTableChange: idOf('ContentIntelligence', 'OnTableChange'),
  };
  const created = await api('POST', '/content', { title: 'A change', platforms: ['twitter'] });
  content = JSON.parse(created.text);
});

afterAll(() => {
  sqs.destroy();
  s3.destroy();
  vi.unstubAllEnvs();
});

/** Load all current records of the table's stream. */
async function loadStreamRecords(): Promise<StreamRecord[]> {
  const call = <T>(operation: string, input: object) =>
    callDynamodb<T>(service.dynamodbUrl, `DynamoDBStreams_20120810.${operation}`, input);
  type Listed = { Streams: { StreamArn: string }[] };
  type Described = { StreamDescription: { Shards: { ShardId: string }[] } };
  const { Streams } = await call<Listed>('ListStreams', { TableName: service.tableName });
  const StreamArn = Streams[0]!.StreamArn;
  const { StreamDescription } = await call<Described>('DescribeStream', { StreamArn });
  const { ShardId } = StreamDescription.Shards[0]!;
  const begin = { StreamArn, ShardId, ShardIteratorType: 'TRIM_HORIZON' };
  const { ShardIterator } = await call<{ ShardIterator: string }>('GetShardIterator', begin);
  return (await call<{ Records: StreamRecord[] }>('GetRecords', { ShardIterator })).Records;
}

/** Store records as Lambda stores a batch that it gives up. */
async function store(key: string, Records: StreamRecord[]): Promise<void> {
  const Body = JSON.stringify({ version: '1.0', payload: JSON.stringify({ Records }) });
  await s3.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body }));
}

async function storedKeys(): Promise<string[]> {
  const { Contents = [] } = await s3.send(new ListObjectsV2Command({ Bucket: bucket }));
  return Contents.map(({ Key }) => Key!);
}

async function redriveStream() {
  const said: string[] = [];
  const done = await redriveStreamDeadLetters(bucket, functions.OnTableChange, (line) => said.push(line));
  return { ...done, said };
}

async function redriveInvocations() {
  const said: string[] = [];
  const done = await redriveEach(deadLetterQueue, redriveInvocation, (line) => said.push(line));
  return { ...done, said };
}

const send = (body: unknown) =>
  sqs.send(new SendMessageCommand({ QueueUrl: deadLetterQueue, MessageBody: JSON.stringify(body) }));

async function receiveAll(): Promise<string[]> {
  const { Messages = [] } = await sqs.send(new ReceiveMessageCommand({ QueueUrl: deadLetterQueue }));
  for (const { ReceiptHandle } of Messages) {
    await sqs.send(new DeleteMessageCommand({ QueueUrl: deadLetterQueue, ReceiptHandle }));
  }
  return Messages.map(({ Body }) => Body!);
}

describe('a failed invocation, redriven on the local service', () => {
  it('leaves the queue and invokes its function with the same payload', async () => {
    const requestPayload = { workspace_id: 'unknown', schedule_id: 'unknown' };
    const functionArn = `${arnOf(functions.OnPublishScheduled)}:$LATEST`;
    await send({ requestContext: { functionArn }, requestPayload });
    expect(await redriveInvocations()).toMatchObject({ moved: 1, failed: 0 });
    // The function fails on the payload again, so a new failure record with that payload arrives.
    const again = await until('the failure again', async () => (await receiveAll())[0]);
    expect(JSON.parse(again)).toMatchObject({ requestPayload, requestContext: { functionArn } });
  });

  it('of a deleted function stays in the queue', async () => {
    await send({ requestContext: { functionArn: arnOf('Gone') }, requestPayload: {} });
    const { moved, failed, said } = await redriveInvocations();
    expect({ moved, failed }).toEqual({ moved: 0, failed: 1 });
    expect(said[0]).toContain('ResourceNotFoundException');
    expect(await countMessages(deadLetterQueue)).toBe(1);
  });
});

describe('stored changes, redriven on the local service', () => {
  let change: StreamRecord;
  /** A change that no version of the function processes. */
  let poison: StreamRecord;

  beforeEach(async () => {
    for (const Key of await storedKeys()) await s3.send(new DeleteObjectCommand({ Bucket: bucket, Key }));
    change = (await loadStreamRecords()).find(({ dynamodb }) => dynamodb.NewImage?.id?.S === content.id)!;
    poison = structuredClone(change);
    Object.assign(poison.dynamodb, { SequenceNumber: '999' });
    poison.dynamodb.NewImage!.schema = { N: '999' };
  });

  it('are processed and deleted, with those that the filter of the mapping excludes left out', async () => {
    const all = await loadStreamRecords();
    await store('aws/lambda/mapping/shard/1', all);
    await store('records/1', [change]);
    expect(await countObjects(bucket)).toBe(2);
    const { moved, failed, said } = await redriveStream();
    expect({ moved, failed }).toEqual({ moved: 2, failed: 0 });
    expect(await storedKeys()).toEqual([]);
    const [, changes] = /^(\d+) changes of 2 objects: 2 redriven$/.exec(said[0]!)!;
    expect(Number(changes)).toBeGreaterThan(1);
    expect(Number(changes)).toBeLessThan(all.length + 1);
  });

  it('that the function fails on again remain, and the others are processed', async () => {
    await store('records/1', [change]);
    await store('records/2', [poison]);
    await store('records/3', [change]);
    const { moved, failed, said } = await redriveStream();
    expect({ moved, failed }).toEqual({ moved: 2, failed: 1 });
    expect(said.at(-1)).toBe('records/2: not redriven, the function failed again; see its log.');
    expect(await storedKeys()).toEqual(['records/2']);
    // Repeated, and then after the fix.
    expect(await redriveStream()).toMatchObject({ moved: 0, failed: 1 });
    expect(await storedKeys()).toEqual(['records/2']);
    await store('records/2', [change]);
    expect(await redriveStream()).toMatchObject({ moved: 1, failed: 0 });
    expect(await storedKeys()).toEqual([]);
  });

  it('that cannot be parsed remain, and the others are processed', async () => {
    await s3.send(new PutObjectCommand({ Bucket: bucket, Key: 'records/1', Body: '{}' }));
    await store('records/2', [change]);
    expect(await redriveStream()).toMatchObject({ moved: 1, failed: 1 });
    expect(await storedKeys()).toEqual(['records/1']);
  });

  it('are those that fail permanently: each is stored alone, and the changes behind it take effect', async () => {
    const id = `${content.id.slice(0, -6)}000000`;
    const item = JSON.parse(JSON.stringify(change.dynamodb.NewImage).replaceAll(content.id, id));
    const Item = { ...item, schema: { N: '999' } };
    await callDynamodb(service.dynamodbUrl, 'DynamoDB_20120810.PutItem', { TableName: service.tableName, Item });
    const behind = JSON.parse((await api('POST', '/content', { title: 'Behind it', platforms: ['twitter'] })).text);
    // The function retries for ten seconds.
    clock.advance(120_000);
    const isEmitted = async () => (await api('GET', '/events?limit=100')).text.includes(behind.id);
    await until('the event of the change behind it', isEmitted);
    // Both changes may be in one batch, which has the event at its first attempt.
    await until('the stored change', async () => (await storedKeys()).length > 0);
    const [Key, ...more] = await storedKeys();
    expect(more).toEqual([]);
    const { Body } = await s3.send(new GetObjectCommand({ Bucket: bucket, Key }));
    const { error, payload } = JSON.parse(await Body!.transformToString());
    expect(error.name).toBe('UnsupportedSchemaError');
    const { Records } = JSON.parse(payload) as { Records: StreamRecord[] };
    expect(Records.map(({ dynamodb }) => dynamodb.NewImage)).toEqual([Item]);
  });
});
