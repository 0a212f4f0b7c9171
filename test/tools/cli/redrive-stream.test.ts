import { createServer, type RequestListener, type Server } from 'node:http';
import { CloudFormationClient, ListStackResourcesCommand } from '@aws-sdk/client-cloudformation';
import { DeleteObjectCommand, GetObjectCommand, ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { mockClient } from 'aws-sdk-client-mock';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { redriveCommand } from '../../../tools/cli/redrive-command.ts';
import { listen, readBody } from '../../../tools/local-stack/http.ts';

/** Lambda's limit of a synchronous invocation. */
const MAX_REQUEST_BYTES = 6_291_456;

const cloudFormation = mockClient(CloudFormationClient);
const s3 = mockClient(S3Client);
const bucket = new Map<string, string>();
let invocations: { bytes: number; path: string; sequences: string[] }[];
/** Sequence numbers that the function reports as failed. */
let failing: string[];
let said: string[];
let lambda: Server;

const run = (...args: string[]) =>
  redriveCommand(['StreamDeadLetters', '--stage', 'production', ...args], (line) => said.push(line));

beforeEach(async () => {
  bucket.clear();
  [invocations, failing, said] = [[], [], []];
  lambda = createServer(async (request, response) => {
    const body = String(await readBody(request, 2 * MAX_REQUEST_BYTES));
    const { Records, redrive } = JSON.parse(body) as { Records: ReturnType<typeof change>[]; redrive: boolean };
    expect(redrive).toBe(true);
    const sequences = Records.map(({ dynamodb }) => dynamodb.SequenceNumber);
    invocations.push({ bytes: Buffer.byteLength(body), path: request.url ?? '', sequences });
    const failed = sequences.filter((each) => failing.includes(each));
    response.end(JSON.stringify({ batchItemFailures: failed.map((itemIdentifier) => ({ itemIdentifier })) }));
  });
  vi.stubEnv('AWS_ENDPOINT_URL_LAMBDA', `http://127.0.0.1:${await listen(lambda, 0)}`);
  vi.stubEnv('AWS_REGION', 'eu-central-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'test');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test');
  cloudFormation.reset();
  const stack = (name: string, ResourceType: string, LogicalResourceId: string, PhysicalResourceId: string) =>
    cloudFormation.on(ListStackResourcesCommand, { StackName: `${name}-production` }).resolves({
      StackResourceSummaries: [
        {
          ResourceType,
          LogicalResourceId,
          PhysicalResourceId,
          LastUpdatedTimestamp: new Date(),
          ResourceStatus: 'CREATE_COMPLETE',
        },
      ],
    });
  stack('ContentIntelligenceData', 'AWS::S3::Bucket', 'StreamDeadLetters221995DC', 'dead');
  stack('ContentIntelligence', 'AWS::Lambda::Function', 'OnTableChange0A1B2C3D', 'on-change');
  s3.reset();
  s3.on(ListObjectsV2Command).callsFake(({ ContinuationToken = '' }) => {
    const keys = [...bucket.keys()].sort().filter((key) => key > ContinuationToken);
    const page = keys.slice(0, 3);
    return {
      Contents: page.map((Key) => ({ Key, Size: Buffer.byteLength(bucket.get(Key)!) })),
      KeyCount: page.length,
      IsTruncated: keys.length > page.length,
      NextContinuationToken: page.at(-1),
    };
  });
  s3.on(GetObjectCommand).callsFake(({ Key }) => ({ Body: { transformToString: async () => bucket.get(Key) } }));
  s3.on(DeleteObjectCommand).callsFake(({ Key }) => bucket.delete(Key) && {});
});
afterEach(() => {
  vi.unstubAllEnvs();
  lambda.close();
});

/** A change of an item that passes the filter of the mapping, with this much text. */
function change(sequence: number, bytes = 100) {
  const NewImage = { entity: { S: 'Content' }, text: { S: 'x'.repeat(bytes) } };
  return { eventName: 'INSERT', dynamodb: { SequenceNumber: String(sequence), NewImage } };
}

function store(key: string, Records: unknown[]): void {
  bucket.set(key, JSON.stringify({ payload: JSON.stringify({ Records }) }));
}

const sequences = () => invocations.flatMap(({ sequences }) => sequences).map(Number);

it('--dry-run counts the objects of all pages and reads none', async () => {
  for (let index = 0; index < 5; index++) store(`records/${index}`, [change(index)]);
  expect(await run('--dry-run')).toBe(true);
  expect(said).toEqual(['StreamDeadLetters of production: 5 objects']);
  expect(s3.commandCalls(GetObjectCommand)).toEqual([]);
  expect(invocations).toEqual([]);
});

it('a batch that is too large for one invocation is split by bytes, in the order of its records', async () => {
  // 100 changes of deliveries with ten attempts were 8.2 MB.
  const records = Array.from({ length: 100 }, (_, index) => change(index, 82_000));
  store('aws/lambda/mapping/shard/1', records);
  expect(await run()).toBe(true);
  expect(invocations.length).toBe(2);
  for (const { bytes, path } of invocations) {
    expect(bytes).toBeLessThan(MAX_REQUEST_BYTES);
    expect(path).toBe('/2015-03-31/functions/on-change/invocations');
  }
  expect(sequences()).toEqual(records.map((_, index) => index));
  expect(bucket.size).toBe(0);
  expect(said.at(-1)).toBe('StreamDeadLetters of production: 1 redriven, 0 remain');
});

it('a batch is read whether its event is stored as JSON text or as an object', async () => {
  store('aws/lambda/mapping/shard/1', [change(1)]);
  bucket.set('aws/lambda/mapping/shard/2', JSON.stringify({ payload: { Records: [change(2)] } }));
  expect(await run()).toBe(true);
  expect(sequences().sort()).toEqual([1, 2]);
  expect(bucket.size).toBe(0);
});

it('single changes are invoked together, at most 100 at once', async () => {
  s3.on(ListObjectsV2Command).callsFake(() => ({
    Contents: [...bucket].map(([Key, body]) => ({ Key, Size: body.length })),
    KeyCount: bucket.size,
  }));
  for (let index = 0; index < 250; index++) store(`records/${String(index).padStart(3, '0')}`, [change(index)]);
  expect(await run()).toBe(true);
  expect(invocations.map(({ sequences }) => sequences.length).sort()).toEqual([100, 100, 50]);
  expect(new Set(sequences()).size).toBe(250);
  expect(bucket.size).toBe(0);
});

it('a change that the filter of the mapping excludes reaches no function', async () => {
  const excluded = change(2);
  excluded.dynamodb.NewImage.entity.S = 'RateWindow';
  store('aws/lambda/mapping/shard/1', [change(1), excluded]);
  expect(await run()).toBe(true);
  expect(sequences()).toEqual([1]);
  expect(bucket.size).toBe(0);
});

it('an object with a change that fails again remains, and a second run repeats only that object', async () => {
  for (let index = 0; index < 8; index++) store(`records/${index}`, [change(index)]);
  failing = ['4'];
  expect(await run()).toBe(false);
  expect([...bucket.keys()]).toEqual(['records/4']);
  expect(said.at(-1)).toBe('StreamDeadLetters of production: 7 redriven, 1 remain');
  invocations = [];
  failing = [];
  expect(await run()).toBe(true);
  expect(sequences()).toEqual([4]);
  expect(bucket.size).toBe(0);
});

it('a function that cannot be invoked leaves every object, and the command says why', async () => {
  store('records/1', [change(1)]);
  lambda.removeAllListeners('request');
  lambda.on('request', (_request, response) => {
    response.writeHead(403, { 'x-amzn-errortype': 'AccessDeniedException' }).end('{"message":"no"}');
  });
  expect(await run()).toBe(false);
  expect(said[0]).toBe('records/1: not redriven, AccessDeniedException: no');
  expect(bucket.size).toBe(1);
});

it('a function whose concurrency is used up is invoked again', async () => {
  store('records/1', [change(1)]);
  const [answer] = lambda.listeners('request') as RequestListener[];
  lambda.removeAllListeners('request');
  lambda.once('request', (_request, response) => {
    response.writeHead(429, { 'x-amzn-errortype': 'TooManyRequestsException' }).end('{"message":"Rate exceeded"}');
    lambda.on('request', answer!);
  });
  expect(await run()).toBe(true);
  expect(sequences()).toEqual([1]);
});

it('a run that is interrupted before a deletion processes the object again', async () => {
  store('records/1', [change(1)]);
  s3.on(DeleteObjectCommand).rejectsOnce(new Error('interrupted'));
  await expect(run()).rejects.toThrow('interrupted');
  s3.on(DeleteObjectCommand).callsFake(({ Key }) => bucket.delete(Key) && {});
  expect(await run()).toBe(true);
  expect(sequences()).toEqual([1, 1]);
  expect(bucket.size).toBe(0);
});
