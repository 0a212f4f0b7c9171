import { SendMessageCommand } from '@aws-sdk/client-sqs';
import { expect, it, vi } from 'vitest';
import { handler as onPublishDue } from '../../functions/on-publish-due.ts';
import { newContent } from '../../lib/content/rules/change/new-content.ts';
import { schedule } from '../../lib/content/rules/schedule/scheduling.ts';
import type { ScheduleEntry } from '../../lib/content/rules/schedule-entry.ts';
import { contentWrites } from '../../lib/content/store/contents.ts';
import { fromItem, type Item } from '../../lib/core/table/schema.ts';
import type { PlatformRequest, RequestResult } from '../../lib/platforms/kit/http/request.ts';
import type { PublishMessage } from '../../lib/publishing/steps/publish-entry.ts';
import { onEntryChanged } from '../../lib/publishing/workers/entry-changes.ts';
import { stage } from '../../lib/stack/stages.ts';
import { connect, simulatePlatforms } from '../../test/functions/simulated.ts';
import { newId, newTenant, type Tenant } from '../../test/functions/tenants.ts';
import { lambdaContext, SLOW_PUBLISH_QUEUE, setupWorkers, sqsEvent } from '../../test/functions/worker-harness.ts';
import { quantile } from '../benchmarks/statistics.ts';
import { createLane } from './simulated-lane.ts';
import { createVirtualClock, type VirtualClock } from './virtual-clock.ts';

// The worker and its rules are the real ones, as are those of the stream worker that queue an entry for its next time. The
// table is in memory. The queues, Lambda's concurrency, the stream and the servers are simulated, with a virtual clock.

const HOSTILE_POSTS = Number(process.env.FAIRNESS_POSTS ?? 10_000);
const HOSTILE_VIDEOS = 100;
const ORDINARY_WORKSPACES = 10;
/** Each ordinary workspace has a post this often, from the minute of the hostile posts on. */
const ORDINARY_EVERY_MS = 5_000;
const DURATION_MS = 120_000;
const MAX_DIFFERENCE_MS = 2_000;
/** What the account has left for the slow lane. */
const MAX_SLOW_INVOCATIONS = 500;

/** What is simulated: milliseconds of a request to the table, to the platform, of an upload, and of the stream. */
const [TABLE_MS, PLATFORM_MS, UPLOAD_MS, PROCESSING_MS, STREAM_MS] = [5, 400, 20_000, 60_000, 300];
/** Each invocation takes this much longer than its requests. */
const INVOCATION_MS = 20;
const SILENT_SERVER = 'https://silent.example.com';
const OWN_SERVER = 'https://bsky.social';

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
simulatePlatforms();

/** The time at which the platform had the text of an ordinary post. */
const publishedMs = new Map<string, number>();
const lateness: Record<'without' | 'with', number[]> = { without: [], with: [] };

const VIDEO = {
  media_id: 'med_01KZ3H2NHG0FM0FWK9RDBM6RH4',
  type: 'video',
  file: { content_type: 'video/mp4', size_bytes: 8_000_000, width: 640, height: 360, duration_ms: 9_000 },
} as never;

/** Answer as the servers do: one never, the platform after `PLATFORM_MS`, and its video service after an upload. */
function createServers(clock: VirtualClock) {
  const uploadedMs = new Map<string, number>();
  const json = (body: object): RequestResult => ({
    response: { status: 200, headers: {}, body: JSON.stringify(body) },
  });
  const blob = { $type: 'blob', ref: { $link: `bafkrei${'a'.repeat(52)}` }, mimeType: 'video/mp4', size: 8_000_000 };
  return async ({ url, body, deadlineMs }: PlatformRequest): Promise<RequestResult> => {
    if (url.startsWith(SILENT_SERVER)) {
      await clock.sleep(deadlineMs);
      return { response: null, sent: true, reason: 'DEADLINE' };
    }
    const { pathname, searchParams } = new URL(url);
    const method = pathname.split('/').at(-1);
    await clock.sleep(method === 'app.bsky.video.uploadVideo' ? UPLOAD_MS : PLATFORM_MS);
    if (method === 'com.atproto.server.getServiceAuth') return json({ token: 'token' });
    if (method === 'app.bsky.video.uploadVideo') {
      const jobId = `job-${uploadedMs.size}`;
      uploadedMs.set(jobId, Date.now());
      return json({ jobId });
    }
    if (method === 'app.bsky.video.getJobStatus') {
      const isReady = Date.now() - uploadedMs.get(searchParams.get('jobId')!)! > PROCESSING_MS;
      return json({ jobStatus: isReady ? { state: 'JOB_STATE_COMPLETED', blob } : { state: 'JOB_STATE_RUNNING' } });
    }
    const { repo, collection, rkey, record } = JSON.parse(String(body));
    publishedMs.set(record.text, Date.now());
    return json({ uri: `at://${repo}/${collection}/${rkey}`, cid: 'cid' });
  };
}

/** Store a post of a workspace that is due at `dueMs`. Returns its message. */
function storePost({ workspace, owner }: Tenant, text: string, dueMs: number, media: never[] = []): PublishMessage {
  const ids = { id: newId('content'), workspaceId: workspace.id, userId: owner.id };
  const content = { ...newContent({ title: text, platforms: ['bluesky'] }, ids, dueMs - 60_000), media };
  const entryIds = { groupId: newId('group'), entryIds: [newId('entry')] };
  const scheduledAt = new Date(dueMs).toISOString();
  const state = schedule(content, ['bluesky'], scheduledAt, entryIds, dueMs - 60_000);
  for (const write of contentWrites(null, state)) if ('put' in write) harness.table.insert(write.put);
  return { workspace_id: workspace.id, schedule_id: entryIds.entryIds[0]! };
}

/** Connect a workspace on Bluesky, on this server. */
async function connectOn(server: string): Promise<Tenant> {
  const tenant = await newTenant();
  await connect(tenant, 'bluesky');
  for (const item of harness.table.items()) {
    if (item.entity === 'Account' && item.workspace_id === tenant.workspace.id)
      harness.table.insert({ ...item, server });
  }
  return tenant;
}

/** Publish the posts of the ordinary workspaces. Returns how late each of them was, in milliseconds. */
async function measure(isHostile: boolean): Promise<number[]> {
  const ordinary: Tenant[] = [];
  for (let count = 0; count < ORDINARY_WORKSPACES; count++) ordinary.push(await connectOn(OWN_SERVER));
  const hostile = [await connectOn(SILENT_SERVER), await connectOn(OWN_SERVER)] as const;
  const settings = JSON.parse(process.env.SETTINGS!);
  const platformUrls = { ...settings.platformUrls, bluesky: OWN_SERVER };
  const blueskyUrls = { ...settings.blueskyUrls, video: 'https://video.bsky.app' };
  process.env.SETTINGS = JSON.stringify({ ...settings, platformUrls, blueskyUrls });
  const clock = createVirtualClock();
  simulated.sleep = clock.sleep;
  simulated.request = createServers(clock);
  const startMs = Date.now() + 1_000;
  const { publishConcurrency, slowPublishConcurrency } = stage('production', undefined, { alarmEmail: 'none' });
  const invoke = async (message: PublishMessage) => {
    await clock.sleep(INVOCATION_MS);
    await onPublishDue(sqsEvent(message), lambdaContext());
  };
  // The lane has no maximum: its leases limit it.
  process.env.SLOW_PUBLISH_CONCURRENCY = String(slowPublishConcurrency);
  const slow = createLane(clock, MAX_SLOW_INVOCATIONS, invoke);
  const fast = createLane(clock, publishConcurrency.bluesky!, invoke);
  harness.sqs.on(SendMessageCommand).callsFake(({ QueueUrl, MessageBody, DelaySeconds = 0 }) => {
    const lane = QueueUrl === SLOW_PUBLISH_QUEUE ? slow : fast;
    lane.send(JSON.parse(String(MessageBody)), Number(DelaySeconds) * 1000);
    return {};
  });
  const texts = new Map<string, number>();
  for (let atMs = 0; atMs < DURATION_MS; atMs += ORDINARY_EVERY_MS / ORDINARY_WORKSPACES) {
    const tenant = ordinary[(atMs / (ORDINARY_EVERY_MS / ORDINARY_WORKSPACES)) % ORDINARY_WORKSPACES]!;
    const text = `Ordinary ${isHostile} ${atMs}`;
    texts.set(text, startMs + atMs);
    fast.send(storePost(tenant, text, startMs + atMs), startMs + atMs - Date.now());
  }
  if (isHostile) {
    for (let count = 0; count < HOSTILE_POSTS; count++) {
      fast.send(storePost(hostile[0], `Hostile ${count}`, startMs), startMs - Date.now());
    }
    for (let count = 0; count < HOSTILE_VIDEOS; count++) {
      fast.send(storePost(hostile[1], `Video ${count}`, startMs, [VIDEO]), startMs - Date.now());
    }
  }
  harness.table.forgetChanges();
  harness.table.latency = () => clock.sleep(TABLE_MS);
  void readStream(clock);
  await clock.run(startMs + DURATION_MS + 30_000);
  console.log(`${fast.invocations()} invocations in the fast lane, ${slow.invocations()} in the slow lane`);
  harness.table.latency = null;
  [simulated.sleep, simulated.request] = [null, null];
  vi.mocked(performance.now).mockRestore();
  return [...texts].map(([text, dueMs]) => (publishedMs.get(text) ?? Number.POSITIVE_INFINITY) - dueMs);
}

/** Queue the entries that have changed for their next time, as the stream worker does. */
async function readStream(clock: VirtualClock): Promise<void> {
  const image = (item: Item | undefined) => (item ? fromItem<ScheduleEntry>(item) : null);
  for (;;) {
    await clock.sleep(STREAM_MS);
    const changes = harness.table.changes().filter(({ after }) => after?.entity === 'ScheduleEntry');
    harness.table.forgetChanges();
    for (const { before, after } of changes) void onEntryChanged(image(before), image(after), Date.now());
  }
}

it.each(['without', 'with'] as const)(
  'the posts of ten workspaces are published, %s a hostile workspace',
  {
    timeout: 3_600_000,
  },
  async (name) => {
    lateness[name] = await measure(name === 'with');
    const [p50, p95, last] = [0.5, 0.95, 1].map((part) => quantile(lateness[name], part));
    console.log(`${name}: ${lateness[name].length} posts, p50 ${p50} ms, p95 ${p95} ms, last ${last} ms`);
    expect(last).toBeLessThan(DURATION_MS);
  },
);

it(`${HOSTILE_POSTS} posts on a silent server and ${HOSTILE_VIDEOS} videos delay others by at most 2 s at p95`, () => {
  expect(quantile(lateness.with, 0.95) - quantile(lateness.without, 0.95)).toBeLessThanOrEqual(MAX_DIFFERENCE_MS);
});
