import { DynamoDBClient, ScanCommand } from '@aws-sdk/client-dynamodb';
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { ListSchedulesCommand, SchedulerClient } from '@aws-sdk/client-scheduler';
import { beforeAll, describe, expect, test } from 'vitest';
import { AccountResponse } from '../../lib/accounts/api/accounts/responses.ts';
import { ContentResponse } from '../../lib/content/api/content/responses.ts';
import { ID_PREFIXES } from '../../lib/core/values/id-prefixes.ts';
import { SandboxPostResponse } from '../../lib/publishing/api/sandbox/responses.ts';
import { invokeFunction } from '../../tools/cli/invoke-function.ts';
import { getBucketName, getStackOutputs } from '../../tools/cli/stack.ts';
import { Problem } from '../../tools/openapi/problem-schema.ts';
import { listPosts } from '../e2e/assertions.ts';
import { type ApiClient, createApiClient, read, untilWithin } from '../e2e/http-client.ts';
import {
  enterpriseApiClient,
  getPhysicalId,
  redrive,
  requireEnv,
  standardApiClient,
  waitForRoomInMinute,
} from './deployment.ts';

// A post that is due in more than two minutes has a schedule; earlier ones wait in a queue.
const AHEAD_MS = 130_000;
const TEXT = `Far ahead ${Date.now()}`;

const baseUrl = requireEnv('JOURNEY_BASE_URL');
const simulator = requireEnv('JOURNEY_SIMULATOR_URL');
const scheduler = new SchedulerClient({});

let api: ApiClient;
let scheduled: { id: string; dueMs: number; schedules: string[] };

/** The names of the EventBridge schedules of these schedule entries. */
async function schedulesOf(entryIds: string[]): Promise<string[]> {
  const { Schedules = [] } = await scheduler.send(new ListSchedulesCommand({ MaxResults: 100 }));
  return Schedules.map(({ Name }) => Name!).filter((name) => entryIds.includes(name));
}

beforeAll(async () => {
  api = await enterpriseApiClient();
});

test('a post that is due in more than two minutes has an EventBridge schedule per platform', async () => {
  const dueMs = Date.now() + AHEAD_MS;
  const content = read(
    await api('POST', '/content', {
      title: 'Far ahead',
      description: TEXT,
      platforms: ['twitter', 'linkedin'],
      scheduled_at: new Date(dueMs).toISOString(),
    }),
    201,
    ContentResponse(),
  );
  scheduled = { id: content.id, dueMs, schedules: content.targets.map(({ schedule_id }) => schedule_id!) };
  expect(scheduled.schedules).toHaveLength(2);
  await untilWithin('both schedules', 30_000, async () => (await schedulesOf(scheduled.schedules)).length === 2);
});

test('a sandbox account publishes a post, whose page anyone can read', async () => {
  const standard = await standardApiClient();
  const account = read(
    await standard('POST', '/accounts', { platform: 'twitter', sandbox: true }),
    201,
    AccountResponse(),
  );
  const post = { title: 'First post', platforms: ['twitter'], accounts: [account.id] };
  const { id } = read(await standard('POST', '/content', post), 201, ContentResponse());
  const answer = await standard('PUT', `/content/${id}`, { status: 'published' });
  const [target] = read(answer, 200, ContentResponse()).targets;
  expect(target).toMatchObject({ status: 'published', sandbox: true });
  const anyone = createApiClient(baseUrl, 'none');
  const path = `/sandbox/posts/${target!.platform_post_id}`;
  const stored = await anyone('GET', path, undefined, { accept: 'application/json' });
  expect(read(stored, 200, SandboxPostResponse())).toMatchObject({ sandbox: true, text: 'First post' });
});

describe('limits', () => {
  test('only the enterprise plan has webhooks', async () => {
    const standard = await standardApiClient();
    const answer = await standard('POST', '/webhooks', { url: `${simulator}/_inbox/small`, events: ['*'] });
    expect(read(answer, 403, Problem()).status).toBe(403);
  });

  test('after 30 failed token requests in a minute a client id receives 429 with Retry-After', async () => {
    await waitForRoomInMinute(20);
    const unauthenticated = createApiClient(baseUrl, 'none');
    const body = {
      grant_type: 'client_credentials',
      client_id: `${ID_PREFIXES.key}_01M7XSQXGF7NF6HZV1VKPK30CT`,
      client_secret: 'wrong',
    };
    for (let tries = 1; tries <= 30; tries++) {
      expect((await unauthenticated('POST', '/auth/token', body)).status).toBe(401);
    }
    const rejected = await unauthenticated('POST', '/auth/token', body);
    expect(read(rejected, 429, Problem()).code).toBe('too_many_failed_exchanges');
    expect(Number(rejected.headers['retry-after'])).toBeGreaterThan(0);
  });

  test('a workspace with a limit of its own receives 429 beyond it', async () => {
    const limit = Number(requireEnv('STANDARD_REQUESTS_PER_MINUTE'));
    const standard = await standardApiClient();
    await waitForRoomInMinute(50);
    const minute = Math.floor(Date.now() / 60_000);
    const statuses: number[] = [];
    const ask = async () => {
      while (statuses.length <= limit) statuses.push((await standard('GET', '/auth/verify')).status);
    };
    // The emulator starts a process for each request that finds none idle.
    await Promise.all(Array.from({ length: 4 }, ask));
    const rejected = await standard('GET', '/auth/verify');
    expect(Math.floor(Date.now() / 60_000), 'all requests within one minute').toBe(minute);
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(limit);
    expect(statuses.every((status) => status === 200 || status === 429)).toBe(true);
    expect(read(rejected, 429, Problem()).code).toBe('quota-exceeded');
    expect(Number(rejected.headers['retry-after'])).toBeGreaterThan(0);
    expect(rejected.headers['x-ratelimit-limit']).toBe(String(limit));
    expect(rejected.headers['x-ratelimit-remaining']).toBe('0');
  }, 120_000);
});

describe('npm run redrive', () => {
  test('invokes a function again with the payload of a failed invocation', async () => {
    const name = await getPhysicalId('AWS::Lambda::Function', 'OnPublishScheduled');
    const arn = `arn:aws:lambda:us-east-1:000000000000:function:${name}`;
    const payload = { workspace_id: 'unknown', schedule_id: 'unknown' };
    await invokeFunction(arn, payload, 'Event');
    const waiting = () => redrive('InvocationDeadLetters', '--dry-run');
    await untilWithin('the failure', 30_000, async () => (await waiting()).includes(': 1 messages'));
    expect(await redrive('InvocationDeadLetters')).toContain('1 redriven, 0 remain');
    // The same input fails for the same reason, which shows that the function received it.
    await untilWithin('the failure again', 30_000, async () => (await waiting()).includes(': 1 messages'));
  });

  test('processes changes that the bucket of dead letters holds, and deletes them', async () => {
    const { tableName } = await getStackOutputs('local');
    const { Items = [] } = await new DynamoDBClient({}).send(new ScanCommand({ TableName: tableName }));
    const item = Items.find(({ entity }) => entity?.S === 'Content')!;
    const change = { eventName: 'INSERT', eventID: 'redriven', dynamodb: { SequenceNumber: '1', NewImage: item } };
    const { pk, sk } = item;
    const Records = [{ ...change, dynamodb: { ...change.dynamodb, Keys: { pk, sk } } }];
    const Body = JSON.stringify({ payload: JSON.stringify({ Records }) });
    const Bucket = await getBucketName('local', 'StreamDeadLetters');
    await new S3Client({ forcePathStyle: true }).send(new PutObjectCommand({ Bucket, Key: 'records/1', Body }));
    const output = await redrive('StreamDeadLetters');
    expect(output).toContain('1 changes of 1 objects: 1 redriven');
    expect(output).toContain('1 redriven, 0 remain');
    expect(await redrive('StreamDeadLetters', '--dry-run')).toContain(': 0 objects');
  });
});

test('the schedules fire and are deleted, and the post is published on time, once per platform', async () => {
  await untilWithin(
    'the schedules to fire',
    AHEAD_MS,
    async () => (await schedulesOf(scheduled.schedules)).length === 0,
  );
  const done = await untilWithin('the post', AHEAD_MS + 60_000, async () => {
    const content = read(await api('GET', `/content/${scheduled.id}`), 200, ContentResponse());
    return content.status !== 'scheduled' && content.status !== 'publishing' && content;
  });
  expect(done.status).toBe('published');
  const posts = (await listPosts(simulator)).filter(({ text }) => text === TEXT);
  expect(posts.map(({ platform }) => platform).sort()).toEqual(['linkedin', 'twitter']);
  for (const { at } of posts) {
    expect(Date.parse(at)).toBeGreaterThanOrEqual(scheduled.dueMs);
    expect(Date.parse(at)).toBeLessThan(scheduled.dueMs + 60_000);
  }
}, 240_000);

test('the table contains no client secret in plain text', async () => {
  const { tableName } = await getStackOutputs('local');
  const { Items = [] } = await new DynamoDBClient({}).send(new ScanCommand({ TableName: tableName }));
  expect(Items.length).toBeGreaterThan(10);
  expect(JSON.stringify(Items)).not.toContain(requireEnv('JOURNEY_CLIENT_SECRET'));
});
