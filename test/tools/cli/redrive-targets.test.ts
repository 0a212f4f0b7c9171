import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { DeleteMessageCommand, ReceiveMessageCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countMessages, redriveEach } from '../../../tools/cli/dead-letter-queue.ts';
import { redriveInvocation, redriveStreamBatch } from '../../../tools/cli/redrive-targets.ts';
import { callDynamodb } from '../../../tools/local-stack/dynamodb.ts';
import { listen } from '../../../tools/local-stack/http.ts';
import { until } from '../../e2e/http-client.ts';
import { useRunningService } from '../../e2e/running-service.ts';

const { service, api, folder } = useRunningService();
const arnOf = (name: string) => `arn:aws:lambda:us-east-1:000000000000:function:${name}`;

let sqs: SQSClient;
let queues: Record<'InvocationDeadLetters' | 'StreamDeadLetters', string>;
let functions: Record<'OnPublishDueTwitter' | 'OnTableChange', string>;
let batch: { streamArn: string; shardId: string; numbers: string[] };

beforeAll(async () => {
  Object.assign(process.env, {
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_ENDPOINT_URL_SQS: service.awsUrl,
    AWS_ENDPOINT_URL_LAMBDA: service.awsUrl,
    AWS_ENDPOINT_URL_DYNAMODB_STREAMS: service.dynamodbUrl,
  });
  sqs = new SQSClient({});
  const template = readFileSync(join(folder, 'cdk.out/ContentIntelligence-local.template.json'), 'utf8');
  const idOf = (id: string) =>
    Object.keys(JSON.parse(template).Resources).find((each) => each.replace(/[0-9A-F]{8}$/, '') === id)!;
  const urlOf = (id: string) => `${service.awsUrl}/000000000000/${idOf(id)}`;
  queues = {
    InvocationDeadLetters: urlOf('InvocationDeadLetters'),
    StreamDeadLetters: urlOf('StreamDeadLetters'),
  };
  functions = {
    OnPublishDueTwitter: arnOf(idOf('OnPublishDueTwitter')),
    OnTableChange: arnOf(idOf('OnTableChange')),
  };
  await api('POST', '/content', { title: 'A change', platforms: ['twitter'] });
  batch = await loadStreamBatch();
}, 90_000);

afterAll(() => sqs.destroy());

/** Loads the position of all current records in the table's stream. */
async function loadStreamBatch() {
  const call = <T>(operation: string, input: object) =>
    callDynamodb<T>(service.dynamodbUrl, `DynamoDBStreams_20120810.${operation}`, input);
  type Listed = { Streams: { StreamArn: string }[] };
  type Described = { StreamDescription: { Shards: { ShardId: string }[] } };
  type Page = { Records: { dynamodb: { SequenceNumber: string } }[] };
  const { Streams } = await call<Listed>('ListStreams', { TableName: service.tableName });
  const streamArn = Streams[0]!.StreamArn;
  const { StreamDescription } = await call<Described>('DescribeStream', { StreamArn: streamArn });
  const shardId = StreamDescription.Shards[0]!.ShardId;
  const begin = { StreamArn: streamArn, ShardId: shardId, ShardIteratorType: 'TRIM_HORIZON' };
  const { ShardIterator } = await call<{ ShardIterator: string }>('GetShardIterator', begin);
  const { Records } = await call<Page>('GetRecords', { ShardIterator });
  return { streamArn, shardId, numbers: Records.map(({ dynamodb }) => dynamodb.SequenceNumber) };
}

const send = (queue: keyof typeof queues, body: unknown) =>
  sqs.send(new SendMessageCommand({ QueueUrl: queues[queue], MessageBody: JSON.stringify(body) }));

async function redrive(queue: keyof typeof queues) {
  const said: string[] = [];
  const redo = queue === 'InvocationDeadLetters' ? redriveInvocation : redriveStreamBatch;
  const done = await redriveEach(queues[queue], redo, (line) => said.push(line));
  return { ...done, said };
}

async function empty(queue: keyof typeof queues): Promise<string[]> {
  const { Messages = [] } = await sqs.send(new ReceiveMessageCommand({ QueueUrl: queues[queue] }));
  for (const { ReceiptHandle } of Messages) {
    await sqs.send(new DeleteMessageCommand({ QueueUrl: queues[queue], ReceiptHandle }));
  }
  return Messages.map(({ Body }) => Body!);
}

describe('a failed invocation, redriven on the local service', () => {
  it('leaves the queue and invokes its function with the same payload', async () => {
    const requestPayload = { workspace_id: 'unknown', schedule_id: 'unknown' };
    const functionArn = `${functions.OnPublishDueTwitter}:$LATEST`;
    await send('InvocationDeadLetters', { requestContext: { functionArn }, requestPayload });
    expect(await redrive('InvocationDeadLetters')).toMatchObject({ moved: 1, failed: 0 });
    // The function fails on the payload again, so a new failure record with that payload arrives.
    const again = await until('the failure again', 30_000, async () => (await empty('InvocationDeadLetters'))[0]);
    expect(JSON.parse(again)).toMatchObject({ requestPayload, requestContext: { functionArn } });
  });

  it('of a deleted function stays in the queue', async () => {
    const requestContext = { functionArn: arnOf('Gone') };
    await send('InvocationDeadLetters', { requestContext, requestPayload: {} });
    const { moved, failed, said } = await redrive('InvocationDeadLetters');
    expect({ moved, failed }).toEqual({ moved: 0, failed: 1 });
    expect(said[0]).toContain('ResourceNotFoundException');
    expect(await countMessages(queues.InvocationDeadLetters)).toBe(1);
  });
});

describe('a failed stream batch, redriven on the local service', () => {
  it('is read from the stream and processed, from its first record to its last', async () => {
    const [startSequenceNumber, ...rest] = batch.numbers;
    const info = { ...batch, startSequenceNumber, endSequenceNumber: rest.at(-1) };
    const requestContext = { functionArn: functions.OnTableChange };
    await send('StreamDeadLetters', { requestContext, DDBStreamBatchInfo: info });
    const { moved, failed, said } = await redrive('StreamDeadLetters');
    expect({ moved, failed }).toEqual({ moved: 1, failed: 0 });
    expect(said[0]).toContain(`processed ${batch.numbers.length} records`);
    expect(await countMessages(queues.StreamDeadLetters)).toBe(0);
  });

  it('that its function fails on again stays in the queue', async () => {
    const number = batch.numbers[0];
    const info = { ...batch, startSequenceNumber: number, endSequenceNumber: number };
    // This function expects another event and fails on stream records.
    const requestContext = { functionArn: functions.OnPublishDueTwitter };
    await send('StreamDeadLetters', { requestContext, DDBStreamBatchInfo: info });
    expect(await redrive('StreamDeadLetters')).toMatchObject({ moved: 0, failed: 1 });
    expect(await empty('StreamDeadLetters')).toEqual([]);
    expect(await countMessages(queues.StreamDeadLetters)).toBe(1);
  });

  it('older than the stream retention stays in the queue, with the reason; its request is signed', async () => {
    const signatures: (string | undefined)[] = [];
    const stream = createServer((request, response) => {
      signatures.push(request.headers.authorization);
      const refusal = { __type: 'com.amazonaws.dynamodb.v20120810#TrimmedDataAccessException', message: '' };
      response.writeHead(400).end(JSON.stringify(refusal));
    });
    process.env.AWS_ENDPOINT_URL_DYNAMODB_STREAMS = `http://127.0.0.1:${await listen(stream, 0)}`;
    try {
      const [startSequenceNumber, endSequenceNumber] = batch.numbers;
      const requestContext = { functionArn: functions.OnTableChange };
      const info = { ...batch, startSequenceNumber, endSequenceNumber };
      await send('StreamDeadLetters', { requestContext, DDBStreamBatchInfo: info });
      const { failed, said } = await redrive('StreamDeadLetters');
      expect(failed).toBe(1);
      expect(said[0]).toContain('not moved, a stream retains records for 24 hours');
      expect(signatures).toEqual([
        expect.stringMatching(/^AWS4-HMAC-SHA256 Credential=local\/\d{8}\/us-east-1\/dynamodb\/aws4_request, /),
      ]);
    } finally {
      stream.close();
      process.env.AWS_ENDPOINT_URL_DYNAMODB_STREAMS = service.dynamodbUrl;
    }
  });
});
