import { describe, expect, it } from 'vitest';
import { handler as onReadingQueued } from '../../functions/on-metric-poll-queued.ts';
import { handler } from '../../functions/on-metric-polls-due.ts';
import { METRIC_NAMES, NO_METRICS } from '../../lib/analytics/rules/metrics.ts';
import type { PostMetrics } from '../../lib/analytics/rules/post-metrics.ts';
import { postMetricsWrite } from '../../lib/analytics/store/post-metrics.ts';
import { commit } from '../../lib/core/table/commit.ts';
import { fakeMetrics } from '../../lib/platforms/kit/simulator/fake-metrics.ts';
import { advanceTime, callApi, inSeconds } from '../functions/api-harness.ts';
import { readAdditions, readBuckets } from '../functions/bucket-reader.ts';
import {
  accountOn,
  connect,
  publishContent,
  setMetrics,
  setPlatforms,
  simulatePlatforms,
} from '../functions/simulated.ts';
import { newId, newTenant, newToken, type Tenant } from '../functions/tenants.ts';
import {
  killAt,
  METRICS_POLL_QUEUE,
  processAllChanges,
  processStreamRecords,
  type SentMessage,
  sdkError,
  setupWorkers,
  sqsEvent,
  storedRecords,
} from '../functions/worker-harness.ts';
import { DETAILED_PLATFORMS as PLATFORMS, type DetailedPlatform as Platform } from '../platforms/fixtures.ts';
import { startCannedServer, startRejectingServer, startServer, TOKEN } from '../platforms/platforms.ts';

const harness = setupWorkers();
const platforms = simulatePlatforms();

const [HOUR, DAY] = [3_600_000, 86_400_000];
// The local stage polls every minute in the first six hours; the next poll is due half a minute later.
const PAUSE_MS = 30_000;
const measurements = () => storedRecords<PostMetrics>(harness, 'PostMetrics');
const additions = () => readAdditions(harness.table.changes());

/** The messages that the collector sends to the workers. */
async function queuedMessages(): Promise<SentMessage[]> {
  harness.sent();
  await handler();
  return harness.sent().filter(({ queue }) => queue === METRICS_POLL_QUEUE);
}

/** Queue all due polls, and processes them. Returns the messages to be redelivered. */
async function collect(): Promise<string[]> {
  const messages = await queuedMessages();
  const answers = await Promise.all(messages.map(({ message }) => onReadingQueued(sqsEvent(message))));
  return answers.flatMap(({ batchItemFailures }) => batchItemFailures.map((each) => each.itemIdentifier));
}

/** Connect an account whose posts are polled at every interval. */
async function connectFrequent(tenant: Tenant, platform: Platform): Promise<void> {
  await connect(tenant, platform);
  await setMetrics(tenant, platform, { metrics_schedule: 'frequent' });
}

/** Create a workspace with a newly published post whose metrics are polled. */
async function measuredPost(platform: (typeof PLATFORMS)[number] = 'twitter', accessToken?: string) {
  const tenant = await newTenant();
  await connectFrequent(tenant, platform);
  const entry = await publishContent(tenant, platform, { description: `A post of ${tenant.workspace.id}` });
  await processAllChanges(harness);
  if (accessToken) await connect(tenant, platform, accessToken);
  return { tenant, entry };
}

/** Create the metrics of a post that was published some time ago. */
async function measured(tenant: Tenant, platformPostId: string, ageMs: number): Promise<PostMetrics> {
  const measurement: PostMetrics = {
    id: newId('entry'),
    workspace_id: tenant.workspace.id,
    content_id: newId('content'),
    platform: 'twitter',
    account_id: (await accountOn(tenant, 'twitter'))?.id ?? newId('account'),
    platform_post_id: platformPostId,
    published_at: inSeconds(-ageMs / 1000),
    hashtags: [],
    totals: NO_METRICS,
    measured_at: null,
    due_at: inSeconds(0),
    version: 0,
  };
  await commit([postMetricsWrite(null, measurement)]);
  return measurement;
}

/** What X reports for the only post. */
async function totalsOnX() {
  const [post] = await platforms().posts();
  const numbers = fakeMetrics(post!.id, Date.parse(post!.at), Date.now());
  return {
    impressions: numbers.impressions,
    reach: null,
    likes: numbers.likes,
    comments: numbers.comments,
    shares: numbers.reposts + numbers.quotes,
    saves: numbers.saves,
    clicks: numbers.clicks,
  };
}

/** Request that read metrics. */
async function readings(): Promise<string[]> {
  const requests = await platforms().requests();
  return requests.filter(({ method }) => method === 'GET').map(({ path }) => path);
}

/** The deltas of all observations together. Null where none of them has the metric. */
function summed() {
  const said = (name: (typeof METRIC_NAMES)[number]) =>
    additions()
      .map(({ deltas }) => deltas[name])
      .filter((delta) => delta !== null);
  return Object.fromEntries(
    METRIC_NAMES.map((name) => [name, said(name).length ? said(name).reduce((a, b) => a + b, 0) : null]),
  );
}

/** The buckets that have metrics of a platform, and not only a count of published posts. */
function measuredBuckets(platform: Platform) {
  return readBuckets(harness.table.items()).filter((bucket) => `${platform}|as_of` in bucket);
}

describe('the metrics of a post', () => {
  it('become a delta and the latest totals', async () => {
    const { tenant, entry } = await measuredPost();
    advanceTime(HOUR);
    expect(await collect()).toEqual([]);
    const totals = await totalsOnX();
    expect(totals.impressions).toBeGreaterThan(0);
    expect(measurements()).toMatchObject([{ totals: totals, measured_at: inSeconds(0) }]);
    expect(additions()).toMatchObject([
      {
        workspace_id: tenant.workspace.id,
        content_id: entry.content_id,
        platform: 'twitter',
        posts: 1,
        deltas: totals,
      },
    ]);
  });

  it('polled repeatedly add up to the latest totals and count the post once', async () => {
    await measuredPost();
    for (const afterMs of [HOUR, 5 * HOUR, 2 * DAY]) {
      advanceTime(afterMs);
      expect(await collect()).toEqual([]);
    }
    const totals = await totalsOnX();
    expect(additions()).toHaveLength(3);
    expect(summed()).toEqual(totals);
    expect(measurements()[0]!.totals).toEqual(totals);
    expect(additions().map(({ posts }) => posts)).toEqual([1, 0, 0]);
  });

  it('are returned by the analytics endpoints afterwards', async () => {
    const { tenant } = await measuredPost();
    advanceTime(HOUR);
    expect(await collect()).toEqual([]);
    await processAllChanges(harness);
    advanceTime(HOUR);
    expect(await collect()).toEqual([]);
    await processAllChanges(harness);
    const totals = await totalsOnX();
    const { json } = await callApi('analytics.performance', { token: await newToken(tenant) });
    expect(json).toMatchObject({ impressions: totals.impressions, clicks: totals.clicks });
  });

  it.each(PLATFORMS)('of %s that are not reported stay null, and are not added as zero', async (platform) => {
    await measuredPost(platform);
    advanceTime(3 * HOUR);
    expect(await collect()).toEqual([]);
    await processAllChanges(harness);
    const { totals } = measurements()[0]!;
    const unreported = METRIC_NAMES.filter((name) => totals[name] === null);
    expect(unreported.length).toBeGreaterThan(0);
    for (const bucket of measuredBuckets(platform)) {
      for (const name of METRIC_NAMES) {
        expect(bucket[`${platform}|${name}`] ?? null, name).toBe(totals[name]);
      }
    }
  });

  it('that are not available yet are null until they are', async () => {
    await measuredPost('instagram');
    // Instagram returns no data for a post without views.
    await using unseen = await startCannedServer(200, { data: [] });
    setPlatforms(platforms().origin, { instagram: unseen.origin });
    expect(await collect()).toEqual([]);
    expect(additions()).toMatchObject([{ posts: 1, deltas: NO_METRICS }]);
    setPlatforms(platforms().origin);
    advanceTime(HOUR);
    expect(await collect()).toEqual([]);
    expect(measurements()[0]!.totals.impressions).toBeGreaterThan(0);
    expect(summed()).toEqual(measurements()[0]!.totals);
  });

  it('that decreased are subtracted', async () => {
    await measuredPost();
    const [before] = measurements();
    const reported = { ...NO_METRICS, likes: 1_000_000 };
    await commit([postMetricsWrite(before!, { ...before!, totals: reported, measured_at: inSeconds(0) })]);
    advanceTime(HOUR);
    expect(await collect()).toEqual([]);
    const totals = await totalsOnX();
    expect(additions()[0]!.deltas.likes).toBe(totals.likes - 1_000_000);
    expect(measurements()[0]!.totals.likes).toBe(totals.likes);
  });

  it('are added once when two runs overlap', async () => {
    await measuredPost();
    advanceTime(HOUR);
    const [message] = await queuedMessages();
    await Promise.all([1, 2, 3].map(() => onReadingQueued(sqsEvent(message!.message))));
    expect(additions()).toHaveLength(1);
    expect(summed()).toEqual(await totalsOnX());
  });

  it("add up to the platform's values after a crash at any step", async () => {
    await measuredPost();
    for (let step = 1, died = true; died; step++) {
      advanceTime(HOUR);
      const kill = killAt(harness.table, step);
      await collect().catch(() => {});
      harness.table.fault = null;
      died = kill.reached();
      expect(step).toBeLessThan(40);
    }
    advanceTime(2 * HOUR);
    expect(await collect()).toEqual([]);
    const totals = await totalsOnX();
    expect(summed()).toEqual(totals);
    expect(measurements()[0]!.totals).toEqual(totals);
  });

  it('are added to the buckets once when the stream delivers them twice', async () => {
    await measuredPost();
    advanceTime(HOUR);
    harness.changes();
    expect(await collect()).toEqual([]);
    const records = harness.changes();
    await processStreamRecords(records);
    await processStreamRecords(records);
    const totals = await totalsOnX();
    const buckets = measuredBuckets('twitter');
    expect(buckets).toHaveLength(4);
    for (const bucket of buckets) expect(bucket['twitter|impressions']).toBe(totals.impressions);
  });
});

describe('the time of a poll', () => {
  it('is not earlier than the next due time', async () => {
    await measuredPost();
    expect(await collect()).toEqual([]);
    expect(await readings()).toHaveLength(1);
    advanceTime(PAUSE_MS - 1);
    expect(await collect()).toEqual([]);
    expect(await readings()).toHaveLength(1);
    advanceTime(1);
    expect(await collect()).toEqual([]);
    expect(await readings()).toHaveLength(2);
  });

  it.each([
    ['its first week', 3 * DAY, HOUR],
    ['its first ninety days', 30 * DAY, DAY],
  ])('is less frequent in %s, and the same for all posts of the account', async (_, ageMs, pauseMs) => {
    const tenant = await newTenant();
    await connectFrequent(tenant, 'twitter');
    await measured(tenant, '1', ageMs);
    await measured(tenant, '2', ageMs + HOUR);
    expect(await collect()).toEqual([]);
    const [one, other] = measurements().map(({ due_at }) => Date.parse(due_at!));
    expect(other).toBe(one);
    expect(Math.abs(one! - Date.now() - pauseMs)).toBeLessThanOrEqual(pauseMs / 2);
  });

  it('does not exist once the post is older than ninety days', async () => {
    const tenant = await newTenant();
    await connectFrequent(tenant, 'twitter');
    await measured(tenant, '1', 91 * DAY);
    expect(await collect()).toEqual([]);
    expect(measurements()).toMatchObject([{ due_at: null }]);
    advanceTime(DAY);
    expect(await collect()).toEqual([]);
    expect(await readings()).toHaveLength(1);
  });

  it('is shared by a hundred posts in one request, each once', async () => {
    const tenant = await newTenant();
    await connectFrequent(tenant, 'twitter');
    const ids = Array.from({ length: 150 }, (_, index) => String(1000 + index));
    for (const id of ids) await measured(tenant, id, HOUR);
    expect(await collect()).toEqual([]);
    const asked = (await readings()).map((path) => {
      return new URL(path, 'http://x').searchParams.get('ids')!.split(',');
    });
    expect(asked.map((batch) => batch.length).sort()).toEqual([100, 50]);
    expect(asked.flat().sort()).toEqual(ids);
  });
});

describe('a post that the platform does not return', () => {
  it('retains its metrics and is polled again later, while the others are polled', async () => {
    const { tenant } = await measuredPost();
    const gone = await measured(tenant, '1', HOUR);
    advanceTime(HOUR);
    expect(await collect()).toEqual([]);
    const now = measurements();
    expect(now.find(({ id }) => id === gone.id)).toEqual({
      ...gone,
      unchanged_polls: 1,
      due_at: inSeconds(PAUSE_MS / 1000),
      version: 1,
    });
    expect(additions()).toHaveLength(1);
    expect(additions()[0]!.content_id).not.toBe(gone.content_id);
    const asked = (await readings()).length;
    expect(await collect()).toEqual([]);
    expect(await readings()).toHaveLength(asked);
    advanceTime(PAUSE_MS);
    expect(await collect()).toEqual([]);
    expect(await readings()).toHaveLength(asked + 1);
  });
});

describe('a platform that fails', () => {
  /** What must be unchanged: everything about the post except the time of its next poll. */
  const known = () => measurements().map(({ due_at: _, unchanged_polls: __, version: ___, ...rest }) => rest);

  it.each([
    ['drops the connection', () => startServer((request) => void request.socket.destroy())],
    ['responds with 500', () => startCannedServer(500, { title: 'Internal Server Error' })],
    ['responds with a page', () => startCannedServer(200, '<html>Welcome</html>')],
    ['responds with invalid metrics', () => startCannedServer(200, { data: [{ id: 'x', public_metrics: 'many' }] })],
  ])('(it %s) changes only the time of the next poll', async (_, start) => {
    await measuredPost();
    advanceTime(HOUR);
    expect(await collect()).toEqual([]);
    advanceTime(HOUR);
    const before = { known: known(), additions: additions() };
    await using dead = await start();
    setPlatforms(platforms().origin, { twitter: dead.origin });
    expect(await collect()).toEqual([]);
    expect({ known: known(), additions: additions() }).toEqual(before);
    expect(measurements()).toMatchObject([{ due_at: inSeconds(PAUSE_MS / 1000) }]);
  });

  it('does not prevent the others from being polled', async () => {
    await measuredPost('twitter');
    await measuredPost('linkedin');
    setPlatforms(platforms().origin, { twitter: await startRejectingServer() });
    advanceTime(HOUR);
    expect(await collect()).toEqual([]);
    expect(additions().map(({ platform }) => platform)).toEqual(['linkedin']);
  });

  it("for one workspace's token does not affect other workspaces", async () => {
    const { tenant: expired } = await measuredPost('twitter', 'expired');
    const { tenant } = await measuredPost('twitter');
    advanceTime(HOUR);
    expect(await collect()).toEqual([]);
    expect(additions().map(({ workspace_id }) => workspace_id)).toEqual([tenant.workspace.id]);
    expect(measurements().find(({ workspace_id }) => workspace_id === expired.workspace.id)).toMatchObject({
      measured_at: null,
      due_at: inSeconds(PAUSE_MS / 1000),
    });
  });

  it('gets no request for a workspace without an account', async () => {
    await connect(await newTenant(), 'twitter');
    await measured(await newTenant(), '1', HOUR);
    expect(await collect()).toEqual([]);
    expect(await readings()).toEqual([]);
    expect(measurements()).toMatchObject([{ measured_at: null, due_at: inSeconds(PAUSE_MS / 1000) }]);
  });

  it('is logged, without the token', async () => {
    await using echo = await startCannedServer(403, { detail: `The token ${TOKEN} may not do this` });
    await measuredPost();
    setPlatforms(platforms().origin, { twitter: echo.origin });
    expect(await collect()).toEqual([]);
    expect(harness.logged()).toContain('platform rejected metric poll');
    expect(harness.logged()).not.toContain(TOKEN);
  });
});

describe('an unavailable table', () => {
  it('fails the run, so that the alarm fires', async () => {
    await measuredPost();
    harness.table.fault = () => sdkError('InternalServerError');
    await expect(handler()).rejects.toThrow('InternalServerError');
  });
});
