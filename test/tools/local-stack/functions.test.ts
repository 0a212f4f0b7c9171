import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { GetQueueAttributesCommand, ReceiveMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningStack, startStack } from '../../../tools/local-stack/stack-runner.ts';
import { type Fixture, synthesizeFixture, until } from './fixture.ts';

let fixture: Fixture;
let service: RunningStack;

beforeAll(async () => {
  fixture = synthesizeFixture();
  process.env.HOST_SECRET = 'not for functions';
  service = await startStack({ outdir: fixture.outdir, folder: fixture.folder, log: () => {} });
});
afterAll(async () => {
  await service.stop();
  fixture.remove();
  delete process.env.HOST_SECRET;
});

const post = (name: string, type: string, body: unknown) =>
  fetch(`${service.awsUrl}/2015-03-31/functions/${encodeURIComponent(name)}/invocations`, {
    method: 'POST',
    headers: { 'x-amz-invocation-type': type },
    body: JSON.stringify(body),
  });

test('a function sees its own environment and nothing of the host', async () => {
  const seen = (await service.invoke('environment/get', {})) as {
    env: Record<string, string>;
    name: string;
    remaining: number;
  };
  expect(Object.keys(seen.env).sort()).toEqual([
    'AWS_ACCESS_KEY_ID',
    'AWS_ENDPOINT_URL_DYNAMODB',
    'AWS_ENDPOINT_URL_KMS',
    'AWS_ENDPOINT_URL_S3',
    'AWS_ENDPOINT_URL_SCHEDULER',
    'AWS_ENDPOINT_URL_SESV2',
    'AWS_ENDPOINT_URL_SQS',
    'AWS_LAMBDA_FUNCTION_MEMORY_SIZE',
    'AWS_LAMBDA_FUNCTION_NAME',
    'AWS_REGION',
    'AWS_SECRET_ACCESS_KEY',
    'GIVEN',
    'JOURNAL',
    'LAMBDA_TASK_ROOT',
    'PATH',
    'TZ',
    '_X_AMZN_TRACE_ID',
  ]);
  expect(seen.env).toMatchObject({
    GIVEN: 'yes',
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '256',
    AWS_REGION: 'us-east-1',
  });
  expect(seen.name).toBe('environment-get');
  expect(seen.remaining).toBeGreaterThan(3_000);
  expect(seen.remaining).toBeLessThanOrEqual(5_000);
});

test('an endless loop is ended at the timeout and the function works again', async () => {
  const startedMs = Date.now();
  await expect(service.invoke('spin/forever', { spin: true })).rejects.toThrow('Task timed out after 3.00 seconds');
  expect(Date.now() - startedMs).toBeGreaterThanOrEqual(2_990);
  expect(await service.invoke('spin/forever', {})).toBe(process.pid);
});

test('a function that ends its process fails alone and works again', async () => {
  await expect(service.invoke('exit/now', { exit: true })).rejects.toThrow('exit code 3');
  expect(await service.invoke('exit/now', {})).toBe('still here');
});

test('a module that cannot be loaded is reported to the caller', async () => {
  await expect(service.invoke('broken/import', {})).rejects.toThrow('cannot load this');
});

test('one thread runs one invocation at a time, and more threads start when it is busy', async () => {
  const threads = await Promise.all([1, 2, 3].map(() => service.invoke('sleep/some', { ms: 0, invocations: 2 })));
  expect(new Set(threads).size).toBeGreaterThan(1);
  expect(threads).toContain(await service.invoke('sleep/some', { ms: 0 }));
});

test('what a function writes is in its log file when the invocation ends', async () => {
  const lines = Array.from({ length: 1_000 }, (_, index) => `${index} ${'.'.repeat(1_000)}`);
  await service.invoke('log/lines', { lines, error: 'to standard error\n' });
  const text = readFileSync(join(fixture.folder, 'logs', 'log-lines.log'), 'utf8');
  expect(text).toBe(`${lines.join('\n')}\nto standard error\n`);
});

test('a thrown error keeps its name and message, and goes to the log file of the function', async () => {
  await expect(service.invoke('fail/always', { logged: 1 })).rejects.toMatchObject({
    name: 'RangeError',
    message: 'always',
  });
  await until(() => readFileSync(join(fixture.folder, 'logs', 'fail-always.log'), 'utf8').includes('RangeError'));
});

test('an unknown function is named, together with the known ones', async () => {
  await expect(service.invoke('no/such', {})).rejects.toThrow(/no\/such.*echo\/any/);
});

test('the Invoke API answers the value, marks a function error, and knows no other names', async () => {
  expect(await (await post('sleep/some', 'RequestResponse', { ms: 0 })).json()).toEqual(expect.any(Number));
  const failed = await post('fail-always', 'RequestResponse', {});
  expect(failed.headers.get('x-amz-function-error')).toBe('Unhandled');
  expect(await failed.json()).toMatchObject({ errorType: 'RangeError', errorMessage: 'always' });
  expect((await post('unknown', 'RequestResponse', {})).status).toBe(404);
});

test('the Invoke API rejects a request from a web page', async () => {
  const url = `${service.awsUrl}/2015-03-31/functions/exit-now/invocations`;
  const response = await fetch(url, {
    method: 'POST',
    headers: { origin: 'http://example.com' },
    body: '{}',
  });
  expect(response.status).toBe(403);
});

test('a failing asynchronous invocation is retried and then goes to its destination', async () => {
  const sqs = new SQSClient({ endpoint: service.awsUrl, region: 'us-east-1', credentials: credentials() });
  const queueUrl = `${service.awsUrl}/000000000000/dead`;
  const before = fixture.journal().length;
  expect((await post('fail/always', 'Event', { key: 'v' })).status).toBe(202);
  const receive = new ReceiveMessageCommand({ QueueUrl: queueUrl, WaitTimeSeconds: 15 });
  const Messages = await until(async () => (await sqs.send(receive)).Messages);
  const attempts = fixture.journal().slice(before);
  expect(attempts.map(({ event }) => event)).toEqual([{ key: 'v' }, { key: 'v' }]);
  expect(attempts[1]!.at - attempts[0]!.at).toBeGreaterThanOrEqual(1_000);
  expect(JSON.parse(Messages[0]!.Body!)).toMatchObject({
    version: '1.0',
    requestContext: {
      functionArn: 'arn:aws:lambda:us-east-1:000000000000:function:fail-always:$LATEST',
      condition: 'RetriesExhausted',
      approximateInvokeCount: 2,
    },
    requestPayload: { key: 'v' },
    responseContext: { statusCode: 200, executedVersion: '$LATEST', functionError: 'Unhandled' },
    responsePayload: { errorType: 'RangeError', errorMessage: 'always' },
  });
  const { Attributes } = await sqs.send(new GetQueueAttributesCommand({ QueueUrl: queueUrl, AttributeNames: ['All'] }));
  expect(Attributes?.ApproximateNumberOfMessagesNotVisible).toBe('1');
  sqs.destroy();
});

const credentials = () => ({ accessKeyId: 'a', secretAccessKey: 'b' });
