import { randomBytes } from 'node:crypto';
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dailyTextCountEntity, termBucketEntity } from '../../../lib/analytics/entities/terms.ts';
import { NO_METRICS } from '../../../lib/analytics/rules/metrics.ts';
import {
  HOURS_PER_TERM_BUCKET,
  MAX_TERM_BUCKET_BYTES,
  TERM_SHARDS,
  termBucketBytes,
  termBucketOf,
} from '../../../lib/analytics/rules/term-bucket.ts';
import { dayOf } from '../../../lib/analytics/rules/time-buckets.ts';
import { postMetricsWrite } from '../../../lib/analytics/store/post-metrics.ts';
import { termBucketKey } from '../../../lib/analytics/store/term-counts.ts';
import { table, tableName } from '../../../lib/core/table/client.ts';
import { type Item, toItem } from '../../../lib/core/table/schema.ts';
import { makeId } from '../../../lib/core/values/id.ts';
import { DAY_MS, HOUR_MS } from '../../../lib/core/values/timestamps.ts';
import { stage } from '../../../lib/stack/stages.ts';
import { openEmbeddedTable } from '../../core/table/embedded-table.ts';
import { type Json, succeed } from '../../functions/api-harness.ts';
import { newTenant, type Tenant } from '../../functions/tenants.ts';

// A hundred thousand posts, written as the blocks they result in: every block of the last 15 days is full.
const TERMS_PER_POST = 20;
const POSTS_PER_COUNT = 12;

const nowMs = Date.now();
let tenant: Tenant;
let stop: () => Promise<void>;
let posts = 0;

/** What was read since the last call. */
const read = { items: 0, units: 0, queries: 0 };

beforeAll(async () => {
  process.env.SETTINGS = JSON.stringify(stage('local'));
  ({ stop } = await openEmbeddedTable());
  tenant = await newTenant();
  const workspace_id = tenant.workspace.id;
  const series = { workspace_id, series: 'all' as const };
  const blocks = Array.from({ length: 15 * 6 }, (_, ago) => {
    const at = new Date(nowMs - ago * HOURS_PER_TERM_BUCKET * HOUR_MS);
    return fullBuckets(workspace_id, at, ago);
  }).flat();
  const days = Array.from({ length: 100 }, (_, ago) => ({
    ...toItem(dailyTextCountEntity, { ...series, day: dayOf(new Date(nowMs - ago * DAY_MS)) }),
    ...Object.fromEntries(Array.from({ length: 24 }, (_hour, hour) => [String(hour).padStart(2, '0'), 280])),
  }));
  await putAll([...blocks, ...days]);
  await putAll(Array.from({ length: 120 }, (_, index) => measurement(workspace_id, nowMs - index * HOUR_MS)));
  // The items above take half a minute to write on a quiet machine.
  watchReads();
}, 600_000);

afterAll(() => stop());

describe('GET /analytics/trends of a workspace with 100,000 posts in 15 days', () => {
  it('has full blocks, and as many posts as it states', () => {
    expect(posts).toBeGreaterThan(100_000);
  });

  it.each([
    ['24h', 31 * TERM_SHARDS + 29 + 75, TERM_SHARDS],
    ['7d', 85 * TERM_SHARDS + 29 + 75, 2 * TERM_SHARDS],
  ])(
    'reads for %s at most %i items with %i queries of term buckets, and the five of the caller',
    async (window, most, queries) => {
      Object.assign(read, { items: 0, units: 0, queries: 0 });
      const json = await succeed('analytics.trends', { token: tenant.token, query: { window } });
      expect((json.trending_topics as Json[]).map(({ topic }) => topic)).toEqual(['term 000007 of many']);
      expect(read.items).toBeLessThanOrEqual(most + 5);
      // One more for the days, and one for the posts.
      expect(read.queries).toBeLessThanOrEqual(queries + 2);
      expect(read.items).toBeGreaterThan(100);
      // Half a unit for every 4 KB of a full block, with eventually consistent reads; the rest is small.
      const blocks = window === '24h' ? 31 : 85;
      const blockUnits = (TERM_SHARDS * MAX_TERM_BUCKET_BYTES) / 4096 / 2;
      expect(read.units).toBeLessThanOrEqual(blocks * 1.5 * blockUnits + 200);
      expect(read.units).toBeGreaterThan((blocks - 2) * blockUnits * 0.8);
    },
  );
});

/** The full buckets of four hours, all shards of them. The latest have three times as much of one term. */
function fullBuckets(workspace_id: string, at: Date, ago: number): Item[] {
  const buckets = new Map<string, Item>();
  const sizes = new Map<string, number>();
  for (let next = 0; buckets.size < TERM_SHARDS || Math.min(...sizes.values()) < MAX_TERM_BUCKET_BYTES; next++) {
    const term = `term ${String(next).padStart(6, '0')} of many`;
    const { pk } = termBucketKey(workspace_id, 'all', term, at.toISOString());
    if ((sizes.get(pk) ?? 0) >= MAX_TERM_BUCKET_BYTES) continue;
    const series = { workspace_id, series: 'all', shard: pk.slice(-2), since: termBucketOf(at) };
    const bucket = buckets.get(pk) ?? toItem(termBucketEntity, series);
    const names = Array.from({ length: HOURS_PER_TERM_BUCKET }, (_, hour) => `${hour}|${term}`);
    for (const name of names) bucket[name] = ago === 0 && next === 7 ? 90 : POSTS_PER_COUNT;
    posts += (names.length * POSTS_PER_COUNT) / TERMS_PER_POST;
    buckets.set(pk, bucket);
    sizes.set(pk, (sizes.get(pk) ?? 0) + termBucketBytes(names));
  }
  return [...buckets.values()];
}

async function putAll(items: Item[]): Promise<void> {
  for (let start = 0; start < items.length; start += 10) {
    const requests = items.slice(start, start + 10).map((Item) => ({ PutRequest: { Item } }));
    await table.send(new BatchWriteCommand({ RequestItems: { [tableName()]: requests } }));
  }
}

function measurement(workspace_id: string, publishedMs: number): Item {
  const published_at = new Date(publishedMs).toISOString();
  const id = makeId('entry', publishedMs, randomBytes(10));
  const write = postMetricsWrite(null, {
    id,
    workspace_id,
    content_id: 'cnt_1',
    platform: 'twitter',
    account_id: null,
    platform_post_id: id,
    published_at,
    hashtags: [],
    totals: { ...NO_METRICS, impressions: 100, likes: 1 },
    measured_at: published_at,
    due_at: null,
    version: 0,
  });
  if (!('put' in write)) throw new Error('A measurement is put.');
  return write.put;
}

/** Make every read of the table report its cost, and add it up. */
function watchReads(): void {
  table.middlewareStack.add(
    (next, context) => async (args) => {
      const isRead = /^(Get|BatchGet|Query)/.test(String(context.commandName));
      if (isRead) Object.assign(args.input, { ReturnConsumedCapacity: 'TOTAL' });
      const answer = await next(args);
      if (!isRead) return answer;
      if (context.commandName === 'QueryCommand') read.queries += 1;
      const output = answer.output as {
        Count?: number;
        Item?: object;
        Responses?: Record<string, object[]>;
        ConsumedCapacity?: { CapacityUnits: number } | { CapacityUnits: number }[];
      };
      const batch = Object.values(output.Responses ?? {}).reduce((sum, items) => sum + items.length, 0);
      read.items += (output.Count ?? 0) + (output.Item ? 1 : 0) + batch;
      for (const used of [output.ConsumedCapacity ?? []].flat()) read.units += used.CapacityUnits;
      return answer;
    },
    { step: 'initialize' },
  );
}
