import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { NO_METRICS } from '../../lib/analytics/rules/metrics.ts';
import { bucketWrites, MAX_BUCKETS_PER_REQUEST } from '../../lib/analytics/store/metric-buckets.ts';
import type { Item } from '../../lib/core/table/schema.ts';
import { makeId } from '../../lib/core/values/id.ts';
import { DAY_MS, HOUR_MS } from '../../lib/core/values/timestamps.ts';
import { PLATFORMS } from '../../lib/platforms/platform.ts';
import { stage } from '../../lib/stack/stages.ts';
import { openEmbeddedTable } from '../../test/core/table/embedded-table.ts';
import { callApi, type TestResponse } from '../../test/functions/api-harness.ts';
import { newId, newTenant, type Tenant } from '../../test/functions/tenants.ts';
import { meterReads, type ReadMeter } from './read-meter.ts';

/** What the analytics read of a workspace of 100,000 posts, as the table itself counts it. */

const POSTS = 100_000;
const DAYS = 100;
/** The last day the posts were measured on. */
const NOW_MS = Math.floor(Date.now() / DAY_MS) * DAY_MS + 12 * HOUR_MS;

const workspaceId = newId('workspace');
let tenant: Tenant;
let stop: () => Promise<void>;
let read: ReadMeter;

beforeAll(async () => {
  process.env.SETTINGS = JSON.stringify(stage('local'));
  vi.useFakeTimers({ toFake: ['Date'], now: NOW_MS });
  ({ stop } = await openEmbeddedTable(bucketsOfEverything()));
  tenant = await newTenant('enterprise', {}, workspaceId);
  read = meterReads();
  // Who is calling is looked up now, and not while it is counted.
  await asked('analytics.performance', { period: '24h' });
}, 240_000);

afterAll(async () => {
  vi.useRealTimers();
  await stop?.();
});

/** A thousand posts a day, each measured once, at every hour of the day, on every platform in turn. */
function bucketsOfEverything(): Item[] {
  const places = new Map<string, Item>();
  for (let number = 0; number < POSTS; number++) {
    const atMs = NOW_MS - Math.floor((number * DAYS * DAY_MS) / POSTS);
    const entropy = createHash('sha256').update(String(number)).digest();
    const deltas = { ...NO_METRICS, impressions: 100, likes: 1 };
    const at = new Date(atMs).toISOString();
    const platform = PLATFORMS[number % PLATFORMS.length]!;
    const content_id = makeId('content', atMs, entropy);
    const writes = bucketWrites({
      workspace_id: workspaceId,
      content_id,
      platform,
      account_id: null,
      deltas,
      posts: 1,
      at,
    });
    for (const { increment: add, by: numbers, set } of writes) {
      const place = `${add.pk}\n${add.sk}`;
      const item = places.get(place) ?? { ...add };
      Object.assign(item, set);
      for (const [name, added] of Object.entries(numbers)) item[name] = Number(item[name] ?? 0) + added;
      places.set(place, item);
    }
  }
  return [...places.values()];
}

async function asked(
  operation: 'analytics.performance' | 'analytics.rank-content',
  query: Record<string, string>,
): Promise<TestResponse> {
  Object.assign(read, { items: 0, units: 0 });
  return callApi(operation, { token: tenant.token, query });
}

const ago = (days: number, hours = 0) => new Date(NOW_MS - days * DAY_MS - hours * HOUR_MS).toISOString();

describe('GET /analytics/performance of a workspace of 100,000 posts', () => {
  it.each([
    ['90d', { period: '90d' }, 90_000, 100],
    ['90 days from some hour to the same hour', { from: ago(91, 3), to: ago(1, 3) }, 90_000, 100],
    ['7d', { period: '7d' }, 7_000, 20],
    ['24h', { period: '24h' }, 1_000, 7],
  ] as const)('reads over %s a bucket a day and a few for its edges', async (_, query, posts, most) => {
    const { json } = await asked('analytics.performance', query);
    expect(Math.abs(Number(json.impressions) - posts * 100) / (posts * 100)).toBeLessThan(0.05);
    expect(read.items).toBeGreaterThan(0);
    expect(read.items).toBeLessThanOrEqual(most);
    // A bucket is under 4 KB, which is a unit, consistently read; those of four hours may be over.
    expect(read.units).toBeLessThanOrEqual(most + 12);
  });
});

describe('GET /analytics/content of a workspace of 100,000 posts', () => {
  it('reads every item with news in the period, and no other', async () => {
    const { status, json } = await asked('analytics.rank-content', { from: ago(10, 12), to: ago(5, 12) });
    expect([status, json.pagination]).toEqual([200, expect.objectContaining({ total: 5_000 })]);
    // The titles of the page are asked for by key; there are none.
    expect(read.items).toBe(5_000);
  });

  it('rejects what would be more than 20,000 buckets, having read not many more', async () => {
    const { status, json } = await asked('analytics.rank-content', { period: '90d' });
    expect([status, json.code]).toEqual([422, 'too_much_to_compare']);
    expect(json.detail).toContain(String(MAX_BUCKETS_PER_REQUEST));
    expect(read.items).toBeGreaterThan(MAX_BUCKETS_PER_REQUEST);
    expect(read.items).toBeLessThan(1.5 * MAX_BUCKETS_PER_REQUEST);
  });
});
