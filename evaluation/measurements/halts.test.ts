import { SendMessageCommand } from '@aws-sdk/client-sqs';
import { expect, it, vi } from 'vitest';
import { handler as onPublishDue } from '../../functions/on-publish-due.ts';
import { newContent } from '../../lib/content/rules/new-content.ts';
import type { ScheduleEntry } from '../../lib/content/rules/schedule-entry.ts';
import { schedule } from '../../lib/content/rules/scheduling.ts';
import { contentWrites } from '../../lib/content/store/contents.ts';
import { runStep } from '../../lib/core/queue/step-job.ts';
import { fromItem } from '../../lib/core/table/schema.ts';
import { type HaltRelease, hasStep } from '../../lib/halts/rules/halt-release.ts';
import { haltReleaseJob } from '../../lib/halts/workers/release-held.ts';
import type { PlatformRequest, RequestResult } from '../../lib/platforms/kit/http/request.ts';
import { PLATFORM_TABLE } from '../../lib/platforms/platforms.ts';
import type { PublishMessage } from '../../lib/publishing/steps/publish-entry.ts';
import { stage } from '../../lib/stack/stages.ts';
import { callApi } from '../../test/functions/api-harness.ts';
import { connect, simulatePlatforms } from '../../test/functions/simulated.ts';
import { newId, newTenant, newToken, type Tenant } from '../../test/functions/tenants.ts';
import { lambdaContext, setupWorkers, sqsEvent, storedRecords } from '../../test/functions/worker-harness.ts';
import { createLane } from './simulated-lane.ts';
import { createVirtualClock, type VirtualClock } from './virtual-clock.ts';

// The worker, the requests and the release are the real ones, on a table in memory. The queue, Lambda's concurrency and the
// platform are simulated, with a virtual clock. HALTED_POSTS=5000 is the figure of the issue.

const POSTS = Number(process.env.HALTED_POSTS ?? 200);
const [MINUTE_MS, HALT_AFTER_MS, TABLE_MS, PLATFORM_MS] = [60_000, 20_000, 5, 400];
const SPREAD_SECONDS = 3_600;
/** The part of the release whose posts are sent: its access token is valid so long. */
const SENT_MS = 90 * MINUTE_MS;

// The limit of Bluesky in proportion to the posts, so that it binds at every size.
const { posts: acceptedPosts, seconds: LIMIT_SECONDS } = PLATFORM_TABLE.bluesky.postLimit;
const LIMIT_POSTS = Math.floor((acceptedPosts * POSTS) / 5_000);

const simulated = vi.hoisted(() => ({
  request: null as ((request: PlatformRequest) => Promise<RequestResult>) | null,
  sleep: null as ((ms: number) => Promise<void>) | null,
}));

vi.mock('node:timers/promises', async (original) => {
  const module = await original<typeof import('node:timers/promises') & { default: object }>();
  const setTimeout = (ms: number) => (simulated.sleep ? simulated.sleep(ms) : module.setTimeout(ms));
  return { ...module, setTimeout, default: { ...module.default, setTimeout } };
});

vi.mock('../../lib/platforms/kit/http/request.ts', async (original) => {
  const module = await original<typeof import('../../lib/platforms/kit/http/request.ts')>();
  const sendRequest = (request: PlatformRequest) => (simulated.request ?? module.sendRequest)(request);
  return { ...module, sendRequest };
});

const harness = setupWorkers();
simulatePlatforms();

const entries = () => storedRecords<ScheduleEntry>(harness, 'ScheduleEntry');

/** Store a post that is due at `dueMs`. Returns its message. */
function storePost({ workspace, owner }: Tenant, text: string, dueMs: number): PublishMessage {
  const ids = { id: newId('content'), workspaceId: workspace.id, userId: owner.id };
  const content = newContent({ title: text, platforms: ['bluesky'] }, ids, dueMs - MINUTE_MS);
  const entryIds = { groupId: newId('group'), entryIds: [newId('entry')] };
  const state = schedule(content, ['bluesky'], new Date(dueMs).toISOString(), entryIds, dueMs - MINUTE_MS);
  for (const write of contentWrites(null, state)) if ('put' in write) harness.table.insert(write.put);
  return { workspace_id: workspace.id, schedule_id: entryIds.entryIds[0]! };
}

/** Answer as Bluesky does, after `PLATFORM_MS`, and record when each post was sent. */
function createPlatform(clock: VirtualClock, sentMs: number[]) {
  return async ({ body }: PlatformRequest): Promise<RequestResult> => {
    sentMs.push(Date.now());
    await clock.sleep(PLATFORM_MS);
    const { repo, collection, rkey } = JSON.parse(String(body));
    const uri = `at://${repo}/${collection}/${rkey}`;
    return { response: { status: 200, headers: {}, body: JSON.stringify({ uri, cid: 'cid' }) } };
  };
}

/** Run the steps of releases as the stream does, until nothing changes any more. */
async function release(): Promise<void> {
  for (;;) {
    const changes = harness.table.changes().filter(({ after }) => after?.entity === 'HaltRelease');
    harness.table.forgetChanges();
    if (changes.length === 0) return;
    for (const { after } of changes) {
      const release = { entity: 'HaltRelease', ...fromItem<HaltRelease>(after!) };
      if (hasStep(release)) await runStep(haltReleaseJob, release, Date.now());
    }
  }
}

/** Check that no period of the limit has more posts than it allows. `toleranceMs`: by how much a post may be late. */
function expectNoBurst(timesMs: readonly number[], toleranceMs: number): void {
  const sorted = timesMs.toSorted((one, other) => one - other);
  const first = sorted.findIndex((time, index) => {
    const next = sorted[index + LIMIT_POSTS];
    return next !== undefined && next < time + LIMIT_SECONDS * 1_000 - toleranceMs;
  });
  expect(first).toBe(-1);
}

it(`none of ${POSTS} posts that are due within a minute is sent after the response, and all are released evenly`, {
  timeout: 3_600_000,
}, async () => {
  const tenant = await newTenant();
  await connect(tenant, 'bluesky');
  Object.assign(PLATFORM_TABLE.bluesky, { postLimit: { posts: LIMIT_POSTS, seconds: LIMIT_SECONDS } });
  const token = await newToken(tenant);
  const clock = createVirtualClock();
  const sentMs: number[] = [];
  simulated.sleep = clock.sleep;
  simulated.request = createPlatform(clock, sentMs);
  const { publishConcurrency } = stage('production', undefined, { alarmEmail: 'none' });
  const lane = createLane<PublishMessage>(clock, publishConcurrency.bluesky!, async (message) => {
    await onPublishDue(sqsEvent(message), lambdaContext());
  });
  harness.sqs.on(SendMessageCommand).callsFake(() => ({}));
  const startMs = Date.now() + 1_000;
  for (let index = 0; index < POSTS; index++) {
    const dueMs = startMs + Math.floor((index * MINUTE_MS) / POSTS);
    lane.send(storePost(tenant, `Post ${index}`, dueMs), dueMs - Date.now());
  }
  harness.table.latency = () => clock.sleep(TABLE_MS);
  let respondedMs = Number.POSITIVE_INFINITY;
  let haltId = '';
  void (async () => {
    await clock.sleep(HALT_AFTER_MS);
    const requestedMs = Date.now();
    const { json } = await callApi('halts.create', {
      token,
      body: { scope: 'workspace', reason: 'A wrong campaign.' },
    });
    respondedMs = Date.now();
    haltId = String(json.id);
    console.log(`halted after ${respondedMs - requestedMs} ms`);
  })();
  await clock.run(startMs + 3 * MINUTE_MS);
  harness.table.latency = null;
  simulated.sleep = null;
  console.log(`${sentMs.length} sent, the last one ${respondedMs - Math.max(...sentMs)} ms before the response`);
  expect(Math.max(...sentMs)).toBeLessThanOrEqual(respondedMs);
  const published = entries().filter(({ state }) => state === 'published');
  expect(published).toHaveLength(sentMs.length);
  const held = entries().filter(({ state, due_at }) => state === 'pending' && due_at === null);
  expect(held).toHaveLength(POSTS - sentMs.length);
  harness.table.forgetChanges();
  const query = { spread_seconds: String(SPREAD_SECONDS) };
  const ended = await callApi('halts.delete', { token, params: { id: haltId }, query });
  expect(ended.status, ended.text).toBe(200);
  await release();
  const released = entries().filter(({ state }) => state === 'pending');
  const times = released.map(({ due_at }) => Date.parse(due_at!)).toSorted((one, other) => one - other);
  expect(times).toHaveLength(held.length);
  expectNoBurst(times, 1);
  console.log(`${times.length} released from ${times[0]! - Date.now()} to ${times.at(-1)! - Date.now()} ms`);
  sentMs.length = 0;
  const sentUntilMs = Date.now() + SENT_MS;
  for (const { id, workspace_id, due_at } of released) {
    const dueMs = Date.parse(due_at!);
    if (dueMs < sentUntilMs) lane.send({ workspace_id, schedule_id: id }, dueMs - Date.now());
  }
  simulated.sleep = clock.sleep;
  harness.table.latency = () => clock.sleep(TABLE_MS);
  await clock.run(sentUntilMs + MINUTE_MS);
  harness.table.latency = null;
  simulated.sleep = null;
  console.log(`${sentMs.length} sent in ${SENT_MS / MINUTE_MS} minutes, at most ${LIMIT_POSTS} an hour`);
  expect(sentMs).toHaveLength(times.filter((time) => time < sentUntilMs).length);
  expect(sentMs.length).toBeGreaterThan(LIMIT_POSTS);
  expectNoBurst(sentMs, 1_000);
  simulated.request = null;
  vi.mocked(performance.now).mockRestore();
});
