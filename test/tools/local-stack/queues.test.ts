import {
  ChangeMessageVisibilityCommand,
  DeleteMessageBatchCommand,
  DeleteMessageCommand,
  GetQueueUrlCommand,
  PurgeQueueCommand,
  ReceiveMessageCommand,
  SendMessageBatchCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type RunningStack, startStack } from '../../../tools/local-stack/stack-runner.ts';
import { type Fixture, synthesizeFixture, until } from './fixture.ts';

let fixture: Fixture;
let service: RunningStack;
let sqs: SQSClient;
const urlOf = (name: string) => `${service.awsUrl}/000000000000/${name}`;

beforeAll(async () => {
  fixture = synthesizeFixture();
  service = await startStack({ outdir: fixture.outdir, folder: fixture.folder });
  const credentials = { accessKeyId: 'a', secretAccessKey: 'b' };
  sqs = new SQSClient({ endpoint: service.awsUrl, region: 'us-east-1', credentials });
});
beforeEach(async () => {
  for (const name of ['plain', 'dead']) await sqs.send(new PurgeQueueCommand({ QueueUrl: urlOf(name) }));
});
afterAll(async () => {
  sqs.destroy();
  await service.stop();
  fixture.remove();
});

async function receive(name: string, options: { VisibilityTimeout?: number; WaitTimeSeconds?: number } = {}) {
  const command = new ReceiveMessageCommand({
    QueueUrl: urlOf(name),
    MaxNumberOfMessages: 10,
    MessageAttributeNames: ['All'],
    ...options,
  });
  return (await sqs.send(command)).Messages ?? [];
}
const send = (name: string, MessageBody: string, DelaySeconds?: number) =>
  sqs.send(new SendMessageCommand({ QueueUrl: urlOf(name), MessageBody, DelaySeconds }));

test('a message with attributes comes back as it was sent, with checksums the SDK accepts', async () => {
  const MessageAttributes = {
    text: { DataType: 'String', StringValue: 'grüße' },
    bytes: { DataType: 'Binary', BinaryValue: new Uint8Array([0, 255]) },
  };
  const { QueueUrl } = await sqs.send(new GetQueueUrlCommand({ QueueName: 'plain' }));
  await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: 'grüße', MessageAttributes }));
  const [message] = await receive('plain');
  expect(message).toMatchObject({ Body: 'grüße', MessageAttributes });
});

test('of a group with 30 messages and a tenth of those in flight others come first, and of a smaller one they do not', async () => {
  const inGroup = (MessageBody: string, MessageGroupId?: string) =>
    sqs.send(new SendMessageCommand({ QueueUrl: urlOf('plain'), MessageBody, MessageGroupId }));
  const take = async (MaxNumberOfMessages: number) => {
    const command = new ReceiveMessageCommand({ QueueUrl: urlOf('plain'), MaxNumberOfMessages });
    return (await sqs.send(command)).Messages?.map(({ Body }) => Body);
  };
  // A standard queue promises no order of the messages of a group.
  for (let index = 0; index < 33; index++) await inGroup('busy', 'busy');
  await inGroup('quiet', 'quiet');
  await inGroup('no group');
  for (const count of [10, 10, 9, 1]) expect(await take(count)).toEqual(Array(count).fill('busy'));
  expect((await take(2))?.sort()).toEqual(['no group', 'quiet']);
  expect(await take(3)).toEqual(Array(3).fill('busy'));
});

test('a delayed message is not visible before its time', async () => {
  const sentMs = Date.now();
  await send('plain', 'later', 5);
  expect(await receive('plain')).toEqual([]);
  expect(await receive('plain', { WaitTimeSeconds: 10 })).toHaveLength(1);
  expect(Date.now() - sentMs).toBeGreaterThanOrEqual(5_000);
});

test('a received message is hidden, returns when released, and is gone when deleted', async () => {
  await send('plain', 'one');
  const [first] = await receive('plain');
  expect(await receive('plain')).toEqual([]);
  const QueueUrl = urlOf('plain');
  const { ReceiptHandle } = first!;
  await sqs.send(new ChangeMessageVisibilityCommand({ QueueUrl, ReceiptHandle, VisibilityTimeout: 0 }));
  const [second] = await receive('plain');
  expect(second?.Attributes?.ApproximateReceiveCount).toBe('2');
  await sqs.send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle: second!.ReceiptHandle }));
  await expect(
    sqs.send(
      new ChangeMessageVisibilityCommand({
        QueueUrl,
        ReceiptHandle: second!.ReceiptHandle,
        VisibilityTimeout: 0,
      }),
    ),
  ).rejects.toThrow('not in flight');
});

test('a message received too often moves to the dead-letter queue', async () => {
  await send('plain', 'again and again');
  expect(await receive('plain', { VisibilityTimeout: 0 })).toHaveLength(1);
  expect(await receive('plain', { VisibilityTimeout: 0 })).toHaveLength(1);
  expect(await receive('plain', { VisibilityTimeout: 0 })).toHaveLength(0);
  expect((await receive('dead')).map(({ Body }) => Body)).toEqual(['again and again']);
});

test('a batch reports the entries that failed and keeps the others', async () => {
  const Entries = [
    { Id: 'good', MessageBody: 'fine' },
    { Id: 'bad', MessageBody: 'x', DelaySeconds: 901 },
  ];
  const { Successful, Failed } = await sqs.send(new SendMessageBatchCommand({ QueueUrl: urlOf('plain'), Entries }));
  expect(Successful?.map(({ Id }) => Id)).toEqual(['good']);
  expect(Failed?.map(({ Id }) => Id)).toEqual(['bad']);
  const received = await receive('plain');
  expect(received.map(({ Body }) => Body)).toEqual(['fine']);
  const deletion = received.map(({ ReceiptHandle }, index) => ({ Id: String(index), ReceiptHandle }));
  await sqs.send(new DeleteMessageBatchCommand({ QueueUrl: urlOf('plain'), Entries: deletion }));
});

test('a batch of eleven entries and an unknown queue are rejected with their own errors', async () => {
  const Entries = Array.from({ length: 11 }, (_, index) => ({ Id: String(index), MessageBody: 'x' }));
  await expect(sqs.send(new SendMessageBatchCommand({ QueueUrl: urlOf('plain'), Entries }))).rejects.toMatchObject({
    name: expect.stringContaining('TooManyEntriesInBatchRequest'),
  });
  await expect(send('nowhere', 'x')).rejects.toMatchObject({ name: 'QueueDoesNotExist' });
});

test('a mapping deletes what succeeded, and what its function reports as failed comes back until redrive', async () => {
  await Promise.all([send('work', 'good'), send('work', 'bad')]);
  const dead = await until(async () => (await receive('dead', { WaitTimeSeconds: 10 }))[0]);
  expect(dead.Body).toBe('bad');
  const seen = fixture.journal().flatMap(({ bodies }) => bodies as string[]);
  expect(seen.filter((body) => body === 'good')).toHaveLength(1);
  expect(seen.filter((body) => body === 'bad')).toHaveLength(2);
});

test('a function reaches the table and a queue with the unchanged SDK', async () => {
  await service.invoke('things/put', { item: { pk: { S: 'x' }, sk: { S: 'other' } } });
  await until(() => fixture.journal().some(({ bodies }) => (bodies as string[])?.includes('from a function')));
});
