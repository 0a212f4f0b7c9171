import { randomBytes } from 'node:crypto';
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NO_METRICS } from '../../lib/domain/analytics/metrics.ts';
import {
  HOURS_PER_TERM_BUCKET,
  MAX_TERM_BUCKET_BYTES,
  termBucketBytes,
  termBucketOf,
} from '../../lib/domain/analytics/term-bucket.ts';
import { dayOf } from '../../lib/domain/analytics/time-buckets.ts';
import { makeId } from '../../lib/domain/id.ts';
import { DAY_MS, HOUR_MS } from '../../lib/domain/timestamps.ts';
import { stage } from '../../lib/stack/stages.ts';
import { table, tableName } from '../../lib/table/client.ts';
import { postMetricsWrite } from '../../lib/table/post-metrics.ts';
import { type Item, toItem } from '../../lib/table/schema.ts';
import { callApi, type Json } from '../functions/api-harness.ts';
import { newTenant, type Tenant } from '../functions/tenants.ts';
import { openEmbeddedTable } from './embedded-table.ts';

// A hundred thousand posts, written as the blocks they result in: every block of the last 15 days is full.
const TERMS_PER_POST = 20;
const POSTS_PER_COUNT = 12;
const ITEMS_PER_REQUEST = 200;

const nowMs = Date.now();
let tenant: Tenant;
let stop: () => Promise<void>;
let posts = 0;

/** What was read since the last call. */
const read = { items: 0, units: 0 };

beforeAll(async () => {
  process.env.SETTINGS = JSON.stringify(stage('local'));
  ({ stop } = await openEmbeddedTable());
  tenant = await newTenant();
  const workspace_id = tenant.workspace.id;
  const place = { workspace_id, series: 'all' };
  const names = fullBlock();
  const blocks = Array.from({ length: 15 * 6 }, (_, ago) => {
    const since = termBucketOf(new Date(nowMs - ago * HOURS_PER_TERM_BUCKET * HOUR_MS));
    posts += (names.length * POSTS_PER_COUNT) / TERMS_PER_POST;
    return {
      ...toItem('TermBucket', { ...place, since }),
      ...Object.fromEntries(names.map((name) => [name, POSTS_PER_COUNT])),
    };
  });
  // The latest block has three times as much of one term.
  for (let hour = 0; hour < HOURS_PER_TERM_BUCKET; hour++)
    Object.assign(blocks[0]!, { [`${hour}|term 000007 of many`]: 90 });
  const days = Array.from({ length: 100 }, (_, ago) => ({
    ...toItem('DailyTextCount', { ...place, day: dayOf(new Date(nowMs - ago * DAY_MS)) }),
    ...Object.fromEntries(Array.from({ length: 24 }, (_hour, hour) => [String(hour).padStart(2, '0'), 280])),
  }));
  await putAll([...blocks, ...days]);
  await putAll(Array.from({ length: 120 }, (_, index) => measurement(workspace_id, nowMs - index * HOUR_MS)));
  watchReads();
}, 180_000);

afterAll(() => stop());

describe('GET /analytics/trends of a workspace with 100,000 posts in 15 days', () => {
  it('has full blocks, and as many posts as it states', () => {
    expect(posts).toBeGreaterThan(100_000);
  });

  it.each([
    ['24h', 31 + 29 + 75],
    ['7d', 85 + 29 + 75],
  ])(
    'reads for %s at most %i items, and the five of the caller',
    async (window, most) => {
      Object.assign(read, { items: 0, units: 0 });
      const { status, json } = await callApi('analytics.trends', { token: tenant.token, query: { window } });
      expect(status).toBe(200);
      expect((json.trending_topics as Json[]).map(({ topic }) => topic)).toEqual(['term 000007 of many']);
      expect(read.items).toBeLessThanOrEqual(most + 5);
      expect(read.items).toBeLessThanOrEqual(ITEMS_PER_REQUEST);
      expect(read.items).toBeGreaterThan(100);
      // Half a unit for every 4 KB of a full block, with eventually consistent reads; the rest is small.
      const blocks = window === '24h' ? 31 : 85;
      expect(read.units).toBeLessThanOrEqual((blocks * 1.5 * MAX_TERM_BUCKET_BYTES) / 4096 / 2 + 200);
      expect(read.units).toBeGreaterThan((blocks - 2) * (MAX_TERM_BUCKET_BYTES / 4096 / 2) * 0.8);
    },
    120_000,
  );
});

/** The names of counts that fill a block. */
function fullBlock(): string[] {
  const names: string[] = [];
  for (let term = 0; termBucketBytes(names) < MAX_TERM_BUCKET_BYTES; term += 100) {
    for (let next = term; next < term + 100; next++) {
      for (let hour = 0; hour < HOURS_PER_TERM_BUCKET; hour++) {
        names.push(`${hour}|term ${String(next).padStart(6, '0')} of many`);
      }
    }
  }
  return names;
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

/** Makes every read of the table report its cost, and adds it up. */
function watchReads(): void {
  table.middlewareStack.add(
    (next, context) => async (args) => {
      const isRead = /^(Get|BatchGet|Query)/.test(String(context.commandName));
      if (isRead) Object.assign(args.input, { ReturnConsumedCapacity: 'TOTAL' });
      const answer = await next(args);
      if (!isRead) return answer;
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
