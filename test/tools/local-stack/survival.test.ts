import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { DynamoDBClient, GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { CreateScheduleCommand, SchedulerClient } from '@aws-sdk/client-scheduler';
import { ReceiveMessageCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type RunningStack, startStack } from '../../../tools/local-stack/stack-runner.ts';
import { kill } from '../../e2e/local-command.ts';
import { type Fixture, synthesizeFixture, until, untilCount } from './fixture.ts';

let fixture: Fixture;
const children: ChildProcess[] = [];
beforeEach(() => {
  fixture = synthesizeFixture();
});
afterEach(async () => {
  for (const child of children.splice(0)) await kill(child);
  fixture.remove();
});

async function startChild(port = 0): Promise<{ child: ChildProcess; service: RunningStack }> {
  const file = resolve('test/tools/local-stack/child.ts');
  const child = spawn(process.execPath, [file, fixture.outdir, fixture.folder, String(port)]);
  children.push(child);
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  child.stderr.on('data', (chunk) => {
    output += chunk;
  });
  await until(() => output.includes('\n') || child.exitCode !== null);
  if (!output.startsWith('{')) throw new Error(output);
  return { child, service: JSON.parse(output.split('\n')[0]!) };
}

/** Process whose command line mentions this test's folder: the database and the shell that keeps it. */
const processesOfFolder = () =>
  readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry) && Number(entry) !== process.pid)
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(fixture.folder);
      } catch {
        return false;
      }
    });

const clientOptions = (endpoint: string) => ({
  endpoint,
  region: 'us-east-1',
  credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
});

test('after SIGKILL no database is left over, and data, messages, schedules and pending invocations survive', async () => {
  const { child, service } = await startChild();
  const Key = { pk: { S: 'stored' }, sk: { S: 's' } };
  const dynamodb = new DynamoDBClient(clientOptions(service.dynamodbUrl));
  await dynamodb.send(new PutItemCommand({ TableName: service.tableName, Item: Key }));
  const sqs = new SQSClient(clientOptions(service.awsUrl));
  const QueueUrl = `${service.awsUrl}/000000000000/plain`;
  await sqs.send(new SendMessageCommand({ QueueUrl, MessageBody: 'stored' }));
  await fetch(`${service.awsUrl}/2015-03-31/functions/fail-always/invocations`, {
    method: 'POST',
    headers: { 'x-amz-invocation-type': 'Event' },
    body: '{"name":"retried"}',
  });
  const entries = (name: string) =>
    fixture.journal().filter(({ event }) => (event as { name?: string })?.name === name);
  await until(() => entries('retried').length === 1);
  const scheduler = new SchedulerClient(clientOptions(service.awsUrl));
  // Just before the kill, which comes before the schedule is due on any machine.
  const dueMs = Math.ceil(Date.now() / 1000 + 20) * 1000;
  await scheduler.send(
    new CreateScheduleCommand({
      Name: 'stored',
      GroupName: 'posts',
      ScheduleExpression: `at(${new Date(dueMs).toISOString().slice(0, 19)})`,
      FlexibleTimeWindow: { Mode: 'OFF' },
      Target: {
        Arn: 'arn:aws:lambda:us-east-1:000000000000:function:on-due',
        RoleArn: 'arn:aws:iam::000000000000:role/r',
        Input: '{"name":"stored"}',
      },
    }),
  );
  expect(processesOfFolder().length).toBeGreaterThan(0);
  await kill(child);
  for (const client of [dynamodb, sqs, scheduler]) client.destroy();
  // The child's own command line named the folder too; it is gone, and so must the rest be.
  await until(() => processesOfFolder().length === 0);
  expect(entries('stored')).toEqual([]);

  const again = await startStack({ outdir: fixture.outdir, folder: fixture.folder, log: () => {} });
  try {
    const table = new DynamoDBClient(clientOptions(again.dynamodbUrl));
    const found = await table.send(new GetItemCommand({ TableName: again.tableName, Key }));
    expect(found.Item).toEqual(Key);
    const queue = new SQSClient(clientOptions(again.awsUrl));
    const received = await queue.send(new ReceiveMessageCommand({ QueueUrl: `${again.awsUrl}/000000000000/plain` }));
    expect(received.Messages?.[0]?.Body).toBe('stored');
    const [fired] = await untilCount(() => entries('stored'), 1);
    expect(fired!.at).toBeGreaterThanOrEqual(dueMs);
    await until(() => entries('retried').length === 2);
    table.destroy();
    queue.destroy();
  } finally {
    await again.stop();
  }
  expect(processesOfFolder()).toEqual([]);
});

test('a second service on the same folder is rejected, and after a SIGKILL the folder is free', async () => {
  const { child } = await startChild();
  await expect(startStack({ outdir: fixture.outdir, folder: fixture.folder })).rejects.toThrow(
    /Another service is using .*data/,
  );
  await kill(child);
  const service = await startStack({ outdir: fixture.outdir, folder: fixture.folder });
  await service.stop();
});

test('a port in use is rejected with advice, and nothing is left running', async () => {
  const { outdir, folder } = fixture;
  const first = await startStack({ outdir, folder });
  await expect(startStack({ outdir, folder: `${folder}2`, port: first.port })).rejects.toThrow(
    `Port ${first.port} is in use`,
  );
  await first.stop();
  expect(processesOfFolder()).toEqual([]);
});

test('another DynamoDB is used when AWS_ENDPOINT_URL_DYNAMODB names one', async () => {
  const { outdir, folder } = fixture;
  const first = await startStack({ outdir, folder });
  process.env.AWS_ENDPOINT_URL_DYNAMODB = first.dynamodbUrl;
  try {
    const second = await startStack({ outdir, folder: `${folder}2` });
    await second.invoke('things/put', { item: { pk: { S: 'p' }, sk: { S: 's' } } });
    const table = new DynamoDBClient(clientOptions(first.dynamodbUrl));
    const Key = { pk: { S: 'p' }, sk: { S: 's' } };
    expect((await table.send(new GetItemCommand({ TableName: 'fixture', Key }))).Item).toEqual(Key);
    table.destroy();
    await second.stop();
  } finally {
    delete process.env.AWS_ENDPOINT_URL_DYNAMODB;
    await first.stop();
  }
});

test('a stop ends what still runs after a moment, and threads with it', async () => {
  const service = await startStack({ outdir: fixture.outdir, folder: fixture.folder, log: () => {} });
  const short = service.invoke('sleep/some', { ms: 300 });
  const long = service.invoke('sleep/some', { ms: 100_000 }).catch((error: Error) => error.message);
  await until(() => fixture.journal().filter(({ sleeps }) => sleeps).length === 2);
  await service.stop();
  expect(await short).toEqual(expect.any(Number));
  expect(await long).toEqual(expect.any(String));
  await expect(fetch(service.url)).rejects.toThrow();
});
