import { SendMessageBatchCommand, SendMessageCommand } from '@aws-sdk/client-sqs';
import type { DynamoDBRecord } from 'aws-lambda';
import { expect, it, vi } from 'vitest';
import { handler as onPublishDue } from '../../functions/on-publish-due.ts';
import { handler as onStepQueued } from '../../functions/on-step-queued.ts';
import { handler as onTableChange } from '../../functions/on-table-change.ts';
import { STREAM_ENTITIES } from '../../lib/app/stream/subscriptions.ts';
import type { Item } from '../../lib/core/table/schema.ts';
import type { PlatformRequest, RequestResult } from '../../lib/platforms/kit/http/request.ts';
import { stage } from '../../lib/stack/stages.ts';
import { callApi, type Json, type TestResponse } from '../../test/functions/api-harness.ts';
import { checkedUpload } from '../../test/functions/imported.ts';
import { setupObjectStore } from '../../test/functions/object-store.ts';
import { newWebhook, verifyEndpoint } from '../../test/functions/resources.ts';
import { connect, type DueMessage, scheduleContent, simulatePlatforms } from '../../test/functions/simulated.ts';
import { newTenant, newToken, type Tenant } from '../../test/functions/tenants.ts';
import {
  DELIVERY_QUEUE,
  lambdaContext,
  processAllChanges,
  STEP_QUEUE,
  setupWorkers,
  sqsEvent,
  streamRecord,
} from '../../test/functions/worker-harness.ts';
import { quantile } from '../benchmarks/statistics.ts';
import { createLane } from './simulated-lane.ts';
import { createVirtualClock, type VirtualClock } from './virtual-clock.ts';

/**
 * How late due posts and their events are while another workspace imports a file and creates items. The workers are the real
 * ones. The table is in memory, with the write units of a partition; the queues, Lambda's concurrency, the lanes of the stream
 * and the platform are simulated, with a virtual clock. Every workspace is in the same lane of the stream.
 */

const ROWS = Number(process.env.FAIRNESS_ROWS ?? 10_000);
/** The rate limit of an enterprise workspace. */
const ITEMS_PER_SECOND = 166;
const WORDS = 30;
const ORDINARY_WORKSPACES = 10;
/** The first post is due this long after the import and the items have begun, and then one each half second. */
const FIRST_DUE_MS = 120_000;
const DUE_EVERY_MS = 500;
const POSTS = 120;
const MAX_DIFFERENCE_MS = 2_000;
const MAX_WRITE_RATIO = 1.2;

/** What is simulated: milliseconds of a request to the table, to the platform, and of the stream. */
const [TABLE_MS, PLATFORM_MS, STREAM_MS] = [5, 400, 300];
const INVOCATION_MS = 20;
const UNITS_PER_SECOND = 1_000;
const BATCH_SIZE = 100;
const STEP_RETRY_MS = 10_000;

const simulated = vi.hoisted(() => ({
  request: null as ((request: PlatformRequest) => Promise<RequestResult>) | null,
  sleep: null as ((ms: number) => Promise<void>) | null,
}));

vi.mock('node:timers/promises', async (original) => {
  const module = await original<typeof import('node:timers/promises')>();
  const setTimeout = (ms: number) => (simulated.sleep ? simulated.sleep(ms) : module.setTimeout(ms));
  return { ...module, setTimeout };
});

vi.mock('../../lib/platforms/kit/http/request.ts', async (original) => {
  const module = await original<typeof import('../../lib/platforms/kit/http/request.ts')>();
  const sendRequest = (request: PlatformRequest) => (simulated.request ?? module.sendRequest)(request);
  return { ...module, sendRequest };
});

const harness = setupWorkers();
const bucket = setupObjectStore();
simulatePlatforms();

interface Measured {
  /** How late each post was in milliseconds, and how long after it its event was in the delivery queue. */
  lateMs: number[];
  eventMs: number[];
  /** The writes of the search index, and the entries that it has. */
  termWrites: number;
  terms: number;
  /** The rows that were imported. */
  rows: number;
}

const measured: Partial<Record<'without' | 'with', Measured>> = {};

/** A post of another workspace. */
interface Post {
  message: DueMessage;
  text: string;
  dueMs: number;
}

async function measure(hasOthers: boolean): Promise<Measured> {
  harness.table.clear();
  harness.table.queryPart = 1_000;
  const posts = await preparePosts();
  const busy = hasOthers ? await prepareBusy() : null;
  harness.table.forgetChanges();
  const clock = createVirtualClock();
  const publishedMs = new Map<string, number>();
  const eventsMs = new Map<string, number[]>();
  simulated.sleep = clock.sleep;
  simulated.request = platform(clock, publishedMs);
  const production = stage('production', undefined, { alarmEmail: 'none' });
  const publish = createLane<DueMessage>(clock, production.publishConcurrency.bluesky!, async (message) => {
    await clock.sleep(INVOCATION_MS);
    await onPublishDue(sqsEvent(message), lambdaContext());
  });
  const steps = createLane<DueMessage>(clock, production.stepConcurrency!, async (message) => {
    await clock.sleep(INVOCATION_MS);
    const { batchItemFailures } = await onStepQueued(sqsEvent(message));
    if (batchItemFailures.length > 0) steps.send(message, STEP_RETRY_MS);
  });
  const receive = ({ QueueUrl, MessageBody, DelaySeconds = 0 }: Json) => {
    const message = JSON.parse(String(MessageBody)) as DueMessage;
    if (QueueUrl === STEP_QUEUE) steps.send(message, Number(DelaySeconds) * 1000);
    if (QueueUrl === DELIVERY_QUEUE)
      eventsMs.set(message.workspace_id, [...(eventsMs.get(message.workspace_id) ?? []), Date.now()]);
  };
  harness.sqs.on(SendMessageCommand).callsFake(receive);
  harness.sqs.on(SendMessageBatchCommand).callsFake(({ QueueUrl, Entries }) => {
    for (const entry of Entries as Json[]) receive({ QueueUrl, ...entry });
    return {};
  });
  const counts = limitPartitions(clock);
  void runStream(clock);
  if (busy) void disturb(clock, busy);
  for (const { message, dueMs } of posts) publish.send(message, dueMs - Date.now());
  await clock.run(posts.at(-1)!.dueMs + 60_000);
  [harness.table.latency, simulated.sleep, simulated.request] = [null, null, null];
  vi.mocked(performance.now).mockRestore();
  const workspaces = Map.groupBy(posts, ({ message }) => message.workspace_id);
  const eventMs = [...workspaces].flatMap(([id, own]) =>
    own.map(({ text }, index) => (eventsMs.get(id)?.[index] ?? Number.POSITIVE_INFINITY) - publishedMs.get(text)!),
  );
  const lateMs = posts.map(({ text, dueMs }) => (publishedMs.get(text) ?? Number.POSITIVE_INFINITY) - dueMs);
  const rows = busy ? await importedRows(busy) : 0;
  return { lateMs, eventMs, termWrites: counts.writes, terms: counts.keys.size, rows };
}

async function preparePosts(): Promise<Post[]> {
  const workspaces: Tenant[] = [];
  for (let index = 0; index < ORDINARY_WORKSPACES; index++) {
    const tenant = await newTenant();
    await connect(tenant, 'bluesky');
    const endpoint = await newWebhook(tenant, { events: ['content.published'] });
    await verifyEndpoint(tenant, endpoint.webhook_id);
    workspaces.push(tenant);
  }
  const posts: Post[] = [];
  for (let index = 0; index < POSTS; index++) {
    const text = `Ordinary ${index}`;
    const afterMs = FIRST_DUE_MS + index * DUE_EVERY_MS;
    const tenant = workspaces[index % ORDINARY_WORKSPACES]!;
    const { dueMessage } = await scheduleContent(tenant, 'bluesky', { title: text }, afterMs / 1000);
    posts.push({ message: dueMessage, text, dueMs: Date.now() + afterMs });
  }
  await processAllChanges(harness);
  return posts;
}

/** A text of words that no other item has. */
const words = (name: string, index: number) =>
  Array.from({ length: WORDS }, (_, word) => `${name}${index}x${word}`).join(' ');

/** Two workspaces: one with an import that is ready to run, and one that creates items. */
interface Busy {
  importing: Tenant;
  id: string;
  creating: Tenant;
}

/** Check the file of a workspace, and make another one. */
async function prepareBusy(): Promise<Busy> {
  const importing = await newTenant();
  const rows = Array.from({ length: ROWS }, (_, index) => ({ text: words('r', index), platforms: ['twitter'] }));
  return { importing, id: await checkedUpload(harness, bucket, importing, rows), creating: await newTenant() };
}

/** Run the import and create items, each second as many as the rate limit accepts. */
async function disturb(clock: VirtualClock, { importing, id, creating }: Busy): Promise<void> {
  expect((await callApi('imports.run', { token: await newToken(importing), params: { id } })).status).toBe(202);
  const token = await newToken(creating);
  const creations: Promise<TestResponse>[] = [];
  for (let created = 0; created < ROWS; created += ITEMS_PER_SECOND) {
    for (let index = created; index < Math.min(created + ITEMS_PER_SECOND, ROWS); index++)
      creations.push(callApi('content.create', { token, body: { title: words('i', index), platforms: ['twitter'] } }));
    await clock.sleep(1_000);
  }
  const statuses = new Set((await Promise.all(creations)).map(({ status }) => status));
  if (statuses.size !== 1 || !statuses.has(201)) throw new Error(`Items were rejected: ${[...statuses].join()}`);
}

async function importedRows({ importing, id }: Busy): Promise<number> {
  const { json } = await callApi('imports.get', { token: await newToken(importing), params: { id } });
  return (json.counts as { created: number }).created;
}

/** Answer as the platform does, and remember when it had each text. */
function platform(clock: VirtualClock, publishedMs: Map<string, number>) {
  return async ({ body }: PlatformRequest): Promise<RequestResult> => {
    await clock.sleep(PLATFORM_MS);
    const { repo, collection, rkey, record } = JSON.parse(String(body));
    publishedMs.set(record.text, Date.now());
    const response = { uri: `at://${repo}/${collection}/${rkey}`, cid: 'cid' };
    return { response: { status: 200, headers: {}, body: JSON.stringify(response) } };
  };
}

/** Let a write wait while its partition has used up its units, as the retries of the SDK do. Returns the writes of terms. */
function limitPartitions(clock: VirtualClock): { writes: number; keys: Set<string> } {
  const nextMs = new Map<string, number>();
  const counts = { writes: 0, keys: new Set<string>() };
  harness.table.latency = async (_command, input) => {
    const keys = writtenKeys(input);
    let waitMs = 0;
    for (const { pk, sk } of keys) {
      if (pk.endsWith('#SEARCHTERM')) {
        counts.writes += 1;
        counts.keys.add(`${pk} ${sk}`);
      }
      const freeMs = Math.max(nextMs.get(pk) ?? 0, Date.now());
      nextMs.set(pk, freeMs + 1000 / UNITS_PER_SECOND);
      waitMs = Math.max(waitMs, freeMs - Date.now());
    }
    await clock.sleep(TABLE_MS + waitMs);
  };
  return counts;
}

type Write = { Item?: Item; Key?: Item };

function writtenKeys(input: Json): { pk: string; sk: string }[] {
  const actions = (input.TransactItems as Record<string, Write>[] | undefined)?.flatMap(Object.values) as Write[];
  const isWrite = input.UpdateExpression !== undefined || input.Item !== undefined;
  return (actions ?? (isWrite ? [input as Write] : [])).map(({ Item, Key }) => (Item ?? Key) as never);
}

/** Process the changes as one lane of the stream: batches one after the other, what failed again. */
async function runStream(clock: VirtualClock): Promise<void> {
  let waiting: DynamoDBRecord[] = [];
  for (;;) {
    const changes = harness.table.changes();
    harness.table.forgetChanges();
    waiting.push(...changes.filter(isSubscribed).map(({ before, after }) => streamRecord(before, after)));
    if (waiting.length === 0) {
      await clock.sleep(STREAM_MS);
      continue;
    }
    const batch = waiting.slice(0, BATCH_SIZE);
    await clock.sleep(INVOCATION_MS);
    const { batchItemFailures } = await onTableChange({ Records: batch });
    const failed = new Set(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
    const first = batch.findIndex(({ dynamodb }) => failed.has(dynamodb!.SequenceNumber!));
    waiting = waiting.slice(first < 0 ? batch.length : first);
  }
}

function isSubscribed({ before, after }: { before: Item | undefined; after: Item | undefined }): boolean {
  const { entity, status, lease_expires_at: lease } = (after ?? before)! as Record<string, unknown>;
  if (entity === 'Delivery') return status === 'pending' && lease === null;
  return STREAM_ENTITIES.has(String(entity));
}

it.each(['without', 'with'] as const)(
  'the posts of ten workspaces are published and their events are queued, %s an import and new items',
  { timeout: 3_600_000 },
  async (name) => {
    const found = await measure(name === 'with');
    measured[name] = found;
    for (const [what, values] of Object.entries({ late: found.lateMs, event: found.eventMs })) {
      const [p50, p95, last] = [0.5, 0.95, 1].map((part) => quantile(values, part));
      console.log(`${name}: ${what}: p50 ${p50} ms, p95 ${p95} ms, last ${last} ms`);
      expect(last).toBeLessThan(60_000);
    }
    console.log(`${name}: ${found.rows} rows, ${found.termWrites} writes of ${found.terms} terms`);
  },
);

it.each(['lateMs', 'eventMs'] as const)('%s of others is at most 2 s more at p95', (name) => {
  const [without, beside] = [measured.without!, measured.with!].map((each) => quantile(each[name], 0.95));
  expect(beside! - without!).toBeLessThanOrEqual(MAX_DIFFERENCE_MS);
});

it(`the search index is written at most ${MAX_WRITE_RATIO} times`, () => {
  const { termWrites, terms, rows } = measured.with!;
  expect(rows).toBeGreaterThan(ROWS / 20);
  expect(terms).toBeGreaterThan(ROWS);
  expect(termWrites / terms).toBeLessThanOrEqual(MAX_WRITE_RATIO);
});
