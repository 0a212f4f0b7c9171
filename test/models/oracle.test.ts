import type { DynamoDBRecord } from 'aws-lambda';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { handler as read } from '../../functions/on-metric-poll-queued.ts';
import { handler as collect } from '../../functions/on-metric-polls-due.ts';
import { METRIC_NAMES, type Metrics, NO_METRICS } from '../../lib/analytics/rules/metrics.ts';
import type { PostMetrics } from '../../lib/analytics/rules/post-metrics.ts';
import { publicationWrites } from '../../lib/analytics/store/metric-buckets.ts';
import { postMetricsWrite } from '../../lib/analytics/store/post-metrics.ts';
import { commit } from '../../lib/core/table/commit.ts';
import { advanceTime, callApi, inSeconds, type Json, START, succeed } from '../functions/api-harness.ts';
import { startFakeMetricsServer, UNREPORTED_METRIC } from '../functions/fake-metrics-server.ts';
import { type History, type PerformanceQuery, referencePerformance } from '../functions/reference-performance.ts';
import { newContent } from '../functions/resources.ts';
import { setPlatforms } from '../functions/simulated.ts';
import { newId, newTenant, newToken, type Tenant } from '../functions/tenants.ts';
import {
  METRICS_POLL_QUEUE,
  processAllChanges,
  processStreamRecords,
  setupWorkers,
  sqsEvent,
} from '../functions/worker-harness.ts';
import { DETAILED_PLATFORMS as PLATFORMS, type DetailedPlatform as Platform } from '../platforms/fixtures.ts';

// Random histories of posts: totals that rise, fall, and are not reported; polls that are doubled, concurrent, or
// empty; duplicate engagements; a stream that repeats records and changes their order. For every history, the
// responses equal those of a recomputation from the reports (reference-performance.ts).

const harness = setupWorkers();

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let platforms: Awaited<ReturnType<typeof startFakeMetricsServer>>;
let history: History;
let posts: { id: string; content: string; platform: Platform }[];

beforeAll(async () => {
  platforms = await startFakeMetricsServer((post) => {
    const { content, platform } = posts.find(({ id }) => id === post)!;
    const totals = { ...platforms.totals.get(post)!, [UNREPORTED_METRIC[platform]]: null };
    history.snapshots.push({ post, content, platform, atMs: Date.now(), totals });
  });
});

afterAll(() => platforms[Symbol.asyncDispose]());

/** A metric of a post; small values repeat often, so that totals fall as often as they rise. */
const total = fc.option(fc.nat({ max: 60 }), { freq: 3 });
const totals = fc.record(Object.fromEntries(METRIC_NAMES.map((name) => [name, total]))) as fc.Arbitrary<Metrics>;
const postIndex = fc.nat({ max: 5 });
const engagement = fc.record({
  postIndex,
  kind: fc.constantFrom('like', 'comment', 'share', 'save', 'click', 'view', 'reach', 'mention'),
  count: fc.integer({ min: 1, max: 9 }),
  hoursAgo: fc.nat({ max: 40 }),
  name: fc.nat({ max: 12 }),
});

const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('report' as const), postIndex, totals }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('omit' as const), postIndex }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('read' as const), times: fc.integer({ min: 1, max: 3 }) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('pass' as const), minutes: fc.integer({ min: 1, max: 500 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('ingest' as const),
      engagements: fc.array(engagement, { minLength: 1, maxLength: 6 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('follow' as const), order: fc.array(fc.nat(), { minLength: 8 }) }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** A tenant with two items, published on all three platforms a day and more ago, and nothing measured yet. */
async function beginning(): Promise<Tenant> {
  harness.table.clear();
  platforms.totals.clear();
  history = { published: [], snapshots: [], engagements: [] };
  posts = [];
  vi.setSystemTime(START);
  setPlatforms(platforms.origin, Object.fromEntries(PLATFORMS.map((each) => [each, platforms.origin])));
  const tenant = await newTenant();
  const token = await newToken(tenant);
  for (const platform of PLATFORMS) {
    // A page of LinkedIn: its posts are polled together.
    const external_id = platform === 'linkedin' ? 'urn:li:organization:42' : '17841400000000001';
    const body = { platform, external_id, access_token: 'token' };
    expect((await callApi('accounts.create', { token, body })).status).toBe(201);
  }
  for (const number of [1, 2]) {
    const { id: content } = await newContent(tenant, { platforms: [...PLATFORMS] });
    for (const [index, platform] of PLATFORMS.entries()) {
      const digits = String(10 * number + index);
      const post = { id: platform === 'linkedin' ? `urn:li:share:${digits}` : digits, content, platform };
      posts.push(post);
      const atMs = Date.parse(START) - (number - 1) * 30 * HOUR;
      history.published.push({ content, platform, atMs });
      const measurement = measured(tenant, post, new Date(atMs).toISOString());
      await commit([postMetricsWrite(null, measurement), ...publicationWrites(measurement)]);
    }
  }
  await processAllChanges(harness);
  return tenant;
}

function measured(tenant: Tenant, post: (typeof posts)[number], published_at: string): PostMetrics {
  return {
    id: newId('entry'),
    workspace_id: tenant.workspace.id,
    content_id: post.content,
    platform: post.platform,
    account_id: null,
    platform_post_id: post.id,
    published_at,
    hashtags: [],
    totals: NO_METRICS,
    measured_at: null,
    due_at: inSeconds(0),
    version: 0,
  };
}

async function take(tenant: Tenant, taken: Step): Promise<void> {
  switch (taken.do) {
    case 'report':
      platforms.totals.set(posts[taken.postIndex]!.id, taken.totals);
      return;
    case 'omit':
      platforms.totals.delete(posts[taken.postIndex]!.id);
      return;
    case 'pass':
      return advanceTime(taken.minutes * MINUTE);
    case 'read':
      return readAll(taken.times);
    case 'ingest':
      return tell(tenant, taken.engagements);
    case 'follow':
      return followInDisorder(taken.order);
  }
}

/** Every message is processed this many times, all of them concurrently. */
async function readAll(times: number): Promise<void> {
  harness.sent();
  await collect();
  const messages = harness.sent().filter(({ queue }) => queue === METRICS_POLL_QUEUE);
  const readings = messages.flatMap(({ message }) => Array.from({ length: times }, () => message));
  const answers = await Promise.all(readings.map((message) => read(sqsEvent(message))));
  expect(answers.flatMap(({ batchItemFailures }) => batchItemFailures)).toEqual([]);
}

async function tell(tenant: Tenant, engagements: (typeof engagement extends fc.Arbitrary<infer E> ? E : never)[]) {
  const ingested = engagements.map(({ postIndex, kind, count, hoursAgo, name }) => ({
    externalId: `name-${name}`,
    content: posts[postIndex]!.content,
    platform: posts[postIndex]!.platform,
    kind,
    count: kind === 'comment' || kind === 'mention' ? 1 : count,
    occurredMs: Date.now() - hoursAgo * HOUR,
  }));
  history.engagements.push(...ingested);
  const body = {
    engagements: ingested.map(({ externalId, content, platform, kind, count, occurredMs }) => ({
      external_id: externalId,
      content_id: content,
      platform,
      kind,
      ...(kind === 'comment' || kind === 'mention' ? {} : { count }),
      occurred_at: new Date(occurredMs).toISOString(),
    })),
  };
  await succeed('engagements.create', { token: await newToken(tenant), body });
}

/** Deliver the changes in another order, and then once more. */
async function followInDisorder(order: number[]): Promise<void> {
  const changes = harness.changes();
  const shuffled = changes
    .map((record, index): [number, DynamoDBRecord] => [order[index % order.length]!, record])
    .sort(([a], [b]) => a - b)
    .map(([, record]) => record);
  await processStreamRecords(shuffled);
  await processStreamRecords(changes);
}

const question = fc.record({
  fromHour: fc.integer({ min: -48, max: 60 }),
  minute: fc.nat({ max: 59 }),
  hours: fc.integer({ min: 1, max: 120 }),
  platform: fc.option(fc.constantFrom(...PLATFORMS), { nil: undefined }),
  item: fc.option(fc.nat({ max: 1 }), { nil: undefined, freq: 1 }),
});

const startHourMs = Math.floor(Date.parse(START) / HOUR) * HOUR;

function questionOf({
  fromHour,
  minute,
  hours,
  platform,
  item,
}: typeof question extends fc.Arbitrary<infer Q> ? Q : never): PerformanceQuery {
  const fromMs = startHourMs + fromHour * HOUR + minute * MINUTE;
  const content = item === undefined ? undefined : posts[item * PLATFORMS.length]!.content;
  return { fromMs, toMs: fromMs + hours * HOUR, platform, content };
}

async function answered(tenant: Tenant, { fromMs, toMs, platform, content }: PerformanceQuery): Promise<Json> {
  const query = {
    from: new Date(fromMs).toISOString(),
    to: new Date(toMs).toISOString(),
    ...(platform ? { platform } : {}),
    ...(content ? { content_id: content } : {}),
  };
  return succeed('analytics.performance', { token: await newToken(tenant), query });
}

/** A random history, processed to its end. */
async function tenantAfter(steps: Step[]): Promise<Tenant> {
  const tenant = await beginning();
  for (const each of steps) await take(tenant, each);
  await processAllChanges(harness);
  return tenant;
}

const life = fc.array(step, { minLength: 8, maxLength: 24 });

describe('the metrics of a period', () => {
  it('equal a recomputation from all reports, for any history', async () => {
    let reportedRuns = 0;
    const questions = fc.array(question, { minLength: 4, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(life, questions, async (steps, asked) => {
        const tenant = await tenantAfter(steps);
        const whole: PerformanceQuery = { fromMs: startHourMs - 96 * HOUR, toMs: startHourMs + 240 * HOUR };
        for (const each of [whole, ...asked.map(questionOf)]) {
          const expected = referencePerformance(history, each);
          expect(await answered(tenant, each)).toMatchObject(expected);
          if (expected.breakdown.length > 0) reportedRuns += 1;
        }
      }),
      { numRuns: 40 },
    );
    expect(reportedRuns).toBeGreaterThan(40);
  });

  it('are the sums of those of its parts, for any division', async () => {
    const cuts = fc.tuple(fc.integer({ min: 1, max: 70 }), fc.integer({ min: 1, max: 70 }));
    await fc.assert(
      fc.asyncProperty(life, question, cuts, async (steps, asked, [first, second]) => {
        const tenant = await tenantAfter(steps);
        const whole = questionOf({ ...asked, hours: first + second });
        const cutMs = whole.fromMs + first * HOUR;
        const parts = [
          await answered(tenant, { ...whole, toMs: cutMs }),
          await answered(tenant, { ...whole, fromMs: cutMs }),
        ];
        expect(sums([await answered(tenant, whole)])).toEqual(sums(parts));
      }),
      { numRuns: 25 },
    );
  });
});

const SUMMED = ['reach', 'impressions', 'clicks', 'numerator', 'denominator'];

/** Every sum in a response, by its position; null only where no report has the metric. */
function sums(answers: Json[]): Record<string, number | null> {
  const all: Record<string, number | null> = {};
  const add = (where: string, number: unknown) => {
    if (number === null) all[where] ??= null;
    else all[where] = (all[where] ?? 0) + Number(number);
  };
  for (const answer of answers) {
    for (const name of SUMMED) add(name, answer[name]);
    for (const each of answer.coverage as Json[]) {
      add(`${each.platform} posts`, each.posts);
      add(`${each.platform} published`, each.published);
    }
    for (const each of answer.breakdown as Json[]) {
      for (const name of METRIC_NAMES) add(`${each.platform} ${name}`, each[name]);
    }
  }
  return all;
}
