import type { DynamoDBRecord } from 'aws-lambda';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { termBucketEntity } from '../../lib/analytics/entities/terms.ts';
import {
  MAX_TERM_BUCKET_BYTES,
  MAX_TERMS_PER_POST,
  TERM_SHARDS,
  termBucketBytes,
} from '../../lib/analytics/rules/term-bucket.ts';
import { type PostTerms, termBucketKey } from '../../lib/analytics/store/term-counts.ts';
import { countTerms, type TextTerms } from '../../lib/analytics/workers/count-terms.ts';
import { commit } from '../../lib/core/table/commit.ts';
import { toItem } from '../../lib/core/table/schema.ts';
import type { Platform } from '../../lib/platforms/platform.ts';
import { callApi, inSeconds, type Json, START } from '../functions/api-harness.ts';
import { engagementWith, newContent } from '../functions/resources.ts';
import { newTenant, newToken, type Tenant } from '../functions/tenants.ts';
import {
  killAt,
  processAllChanges,
  processStreamRecords,
  setupWorkers,
  storedRecords,
} from '../functions/worker-harness.ts';

const harness = setupWorkers();

const WORKSPACE = `ws_${'1'.repeat(26)}`;
const HOUR = 3_600;

/** How many posts contain each term, over all hours, by series. */
function volumes(): Record<string, Record<string, number>> {
  const series: Record<string, Record<string, number>> = {};
  for (const item of harness.table.items().filter(({ entity }) => entity === 'TermBucket')) {
    const name = String(item.pk).split('#').at(-2)!;
    series[name] ??= {};
    const terms = series[name];
    for (const [count, posts] of Object.entries(item)) {
      if (count[1] === '|') terms[count.slice(2)] = (terms[count.slice(2)] ?? 0) + Number(posts);
    }
  }
  return series;
}

let made = 0;

/** Send engagements with an item, and return the changes they caused. */
async function ingest(tenant: Tenant, contentId: string, ...elements: Json[]): Promise<DynamoDBRecord[]> {
  harness.changes();
  const batch = elements.map((fields) =>
    engagementWith(contentId, { external_id: `e-${++made}`, kind: 'comment', ...fields }),
  );
  await callApi('engagements.create', { token: await newToken(tenant), body: { engagements: batch } });
  return harness.changes().filter(({ dynamodb }) => dynamodb?.NewImage?.entity?.S === 'Engagement');
}

async function twoItems() {
  const tenant = await newTenant();
  const [one, other] = [(await newContent(tenant)).id, (await newContent(tenant)).id];
  await processAllChanges(harness);
  return { tenant, one, other };
}

describe('the text of a comment or a mention', () => {
  it('counts for its post, on its platform and for all platforms together', async () => {
    const { tenant, one, other } = await twoItems();
    await processStreamRecords(await ingest(tenant, one, { text: 'Love the #espresso machine' }));
    await processStreamRecords(await ingest(tenant, other, { kind: 'mention', text: 'That #espresso again' }));
    const { twitter, all } = volumes();
    expect(all).toEqual(twitter);
    expect(all).toMatchObject({ '#espresso': 2, machine: 1 });
  });

  it('counts a term once for a post, however many comments contain it, also in another hour', async () => {
    const { tenant, one } = await twoItems();
    const texts = ['#espresso', 'more #espresso', '#espresso again'].map((text) => ({ text }));
    await processStreamRecords(
      await ingest(tenant, one, ...texts, { text: '#espresso', occurred_at: inSeconds(-5 * HOUR) }),
    );
    await processStreamRecords(await ingest(tenant, one, { text: '#espresso at last' }));
    expect(volumes().all!['#espresso']).toBe(1);
  });

  it('counts in the hour of the comment', async () => {
    const { tenant, one } = await twoItems();
    await processStreamRecords(
      await ingest(tenant, one, { text: '#espresso machine', occurred_at: inSeconds(-30 * HOUR) }),
    );
    const buckets = harness.table
      .items()
      .filter(({ entity, pk }) => entity === 'TermBucket' && /#all#/.test(String(pk)));
    expect(buckets.map(({ sk }) => sk)).toEqual(buckets.map(() => '2026-08-02T04'));
    expect(Object.assign({}, ...buckets)).toMatchObject({ '0|#espresso': 1, '0|machine': 1 });
    const days = harness.table
      .items()
      .filter(({ entity, pk }) => entity === 'DailyTextCount' && /all$/.test(String(pk)));
    expect(days).toEqual([expect.objectContaining({ sk: '2026-08-02', '04': 1 })]);
  });

  it('counts in a block that does not expire soon, though it arrives ninety days later', async () => {
    const { tenant, one } = await twoItems();
    const occurred_at = inSeconds(-90 * 24 * HOUR);
    await processStreamRecords(await ingest(tenant, one, { text: '#espresso', occurred_at }));
    const kept = harness.table.items().filter(({ entity }) => entity === 'TermBucket' || entity === 'DailyTextCount');
    expect(kept).toHaveLength(4);
    for (const { expires_at_seconds } of kept) {
      expect(Number(expires_at_seconds) * 1000).toBeGreaterThan(Date.parse(START) + 24 * HOUR * 1000);
    }
  });

  it('is not counted twice when its change is processed again, in full, in part and concurrently', async () => {
    const { tenant, one, other } = await twoItems();
    const records = [
      ...(await ingest(tenant, one, { text: '#espresso machine' }, { text: '#espresso to go' })),
      ...(await ingest(tenant, other, { text: '#espresso' })),
    ];
    await Promise.all([processStreamRecords(records), processStreamRecords(records.slice(1))]);
    const counted = volumes();
    expect(counted.all!['#espresso']).toBe(2);
    await processStreamRecords(records);
    await processStreamRecords(records.slice(0, 1));
    expect(volumes()).toEqual(counted);
  });

  it('is counted once when the function crashed at any step', async () => {
    for (let step = 1; step < 12; step++) {
      harness.table.clear();
      const { tenant, one } = await twoItems();
      const records = await ingest(tenant, one, { text: '#espresso' });
      killAt(harness.table, step);
      await processStreamRecords(records).catch(() => null);
      harness.table.fault = null;
      await processStreamRecords(records);
      expect(volumes(), `step ${step}`).toEqual({ twitter: { '#espresso': 1 }, all: { '#espresso': 1 } });
    }
  });

  it.each(['like', 'share', 'click', 'save'])('of the kind %s has no terms', async (kind) => {
    const { tenant, one } = await twoItems();
    await processStreamRecords(await ingest(tenant, one, { kind }));
    expect(volumes()).toEqual({});
  });
});

describe('terms of many texts', () => {
  it('are counted once per post, whatever was repeated, in any order and any batches', async () => {
    const text = fc.record({
      content_id: fc.constantFrom('cnt_a', 'cnt_b', 'cnt_c'),
      platform: fc.constantFrom<Platform>('twitter', 'linkedin'),
      terms: fc.array(fc.constantFrom('#a', '#b', 'c', 'c d'), { maxLength: 4 }),
      at: fc.integer({ min: -40, max: 0 }).map((hours) => inSeconds(hours * HOUR)),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(text, { maxLength: 6 }), { maxLength: 5 }), async (batches) => {
        harness.table.clear();
        for (const batch of batches) await countTerms(WORKSPACE, batch);
        await Promise.all(batches.map((batch) => countTerms(WORKSPACE, batch)));
        expect(volumes()).toEqual(naive(batches.flat()));
      }),
      { numRuns: 40 },
    );
  });

  it('are all counted when they exceed one transaction', async () => {
    const texts: TextTerms[] = Array.from({ length: 90 }, (_, index) => ({
      content_id: `cnt_${index % 45}`,
      platform: 'twitter',
      terms: Array.from({ length: 60 }, (_term, term) => `term ${term}`),
      at: START,
    }));
    await countTerms(WORKSPACE, texts);
    expect(new Set(Object.values(volumes().all!))).toEqual(new Set([45]));
  });

  it(`are counted per post up to ${MAX_TERMS_PER_POST}`, async () => {
    const texts: TextTerms[] = Array.from({ length: 20 }, (_, index) => ({
      content_id: 'cnt_a',
      platform: 'twitter',
      terms: Array.from({ length: 50 }, (_term, term) => `term ${index}-${term}`),
      at: START,
    }));
    await countTerms(WORKSPACE, texts);
    expect(Object.keys(volumes().all!)).toHaveLength(MAX_TERMS_PER_POST);
    expect(storedRecords<PostTerms>(harness, 'PostTerms').map(({ terms }) => terms.length)).toEqual([
      MAX_TERMS_PER_POST,
      MAX_TERMS_PER_POST,
    ]);
  });
});

describe('a full block', () => {
  const names = Array.from({ length: 6_000 }, (_, index) => `2|${String(index).padStart(6, '0')}-a-long-term`);

  async function full(held = names, posts = 1) {
    for (const series of ['twitter', 'all'] as const) {
      const byBucket = Map.groupBy(held, (name) => termBucketKey(WORKSPACE, series, name.slice(2), START).pk);
      for (const [pk, part] of byBucket) {
        const keys = { workspace_id: WORKSPACE, series, shard: pk.slice(-2), since: '2026-08-03T08' };
        const counts = Object.fromEntries(part.map((name) => [name, posts]));
        await commit([{ put: { ...toItem(termBucketEntity, keys), ...counts }, condition: 'any' }]);
      }
    }
  }
  const count = (content_id: string, terms: string[]) =>
    countTerms(WORKSPACE, [{ content_id, platform: 'twitter', terms, at: START }]);

  it('accepts no new term, and continues to count its existing ones', async () => {
    expect(termBucketBytes(names)).toBeGreaterThan(2 * TERM_SHARDS * MAX_TERM_BUCKET_BYTES);
    await full();
    await count('cnt_a', [names[7]!.slice(2), '#new']);
    expect(volumes().all![names[7]!.slice(2)]).toBe(2);
    expect(volumes().all!['#new']).toBeUndefined();
  });

  it('leaves a rejected term to be counted later', async () => {
    await full();
    await count('cnt_a', ['#new']);
    await countTerms(WORKSPACE, [
      { content_id: 'cnt_a', platform: 'twitter', terms: ['#new'], at: inSeconds(4 * HOUR) },
    ]);
    expect(volumes().all!['#new']).toBe(1);
  });

  it('is not detected when the same few terms were repeated', async () => {
    await full(names.slice(0, 100), 10 * MAX_TERM_BUCKET_BYTES);
    await count('cnt_a', ['#new']);
    expect(volumes().all!['#new']).toBe(1);
  });

  it('grows by no more than the text that fills it', async () => {
    const perBucket = Math.ceil(MAX_TERM_BUCKET_BYTES / termBucketBytes(['2|000000-a-long-term'])) - 1;
    const byShard = Map.groupBy(names, (name) => termBucketKey(WORKSPACE, 'all', name.slice(2), START).pk);
    const nearly = [...byShard.values()].flatMap((part) => part.slice(0, perBucket));
    await full(nearly);
    for (let index = 0; index < 4; index++) {
      await count(
        `cnt_${index}`,
        Array.from({ length: 120 }, (_, term) => `${index}-${term}`),
      );
    }
    const held = Object.keys(volumes().all!).length;
    expect(held).toBe(nearly.length + 120);
  });
});

/** Every term once for each post that contains it, by series. */
function naive(texts: TextTerms[]): Record<string, Record<string, number>> {
  const posts = new Map<string, [series: string, term: string]>();
  for (const { content_id, platform, terms } of texts) {
    for (const series of [platform, 'all']) {
      for (const term of terms) posts.set([series, content_id, term].join('\n'), [series, term]);
    }
  }
  const counts: Record<string, Record<string, number>> = {};
  for (const [series, term] of posts.values()) {
    counts[series] ??= {};
    counts[series][term] = (counts[series][term] ?? 0) + 1;
  }
  return counts;
}
