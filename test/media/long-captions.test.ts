import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it, vi } from 'vitest';
import { handler } from '../../functions/on-metric-poll-queued.ts';
import { handler as collect } from '../../functions/on-metric-polls-due.ts';
import { NO_METRICS } from '../../lib/analytics/rules/metrics.ts';
import type { PostMetrics } from '../../lib/analytics/rules/post-metrics.ts';
import { MAX_TERMS_PER_POST } from '../../lib/analytics/rules/term-bucket.ts';
import { hashtagsOf } from '../../lib/analytics/rules/terms.ts';
import { postMetricsWrite } from '../../lib/analytics/store/post-metrics.ts';
import { type PostTerms, postTermsWrite } from '../../lib/analytics/store/term-counts.ts';
import { commit } from '../../lib/core/table/commit.ts';
import { callApi, inSeconds } from '../functions/api-harness.ts';
import { readAdditions, readBuckets } from '../functions/bucket-reader.ts';
import { engagementWith, newContent } from '../functions/resources.ts';
import { accountOn, connect, publishContent, setPlatforms, simulatePlatforms } from '../functions/simulated.ts';
import { newId, newTenant, newToken, type Tenant } from '../functions/tenants.ts';
import { processAllChanges, setupWorkers, sqsEvent, storedRecords } from '../functions/worker-harness.ts';
import { startServer } from '../platforms/platforms.ts';

const harness = setupWorkers();
const platforms = simulatePlatforms();

/** Captions of the greatest size in bytes that a platform's count of characters allows. */
const CAPTIONS = {
  // Counted by X as two characters each.
  'families of emoji': '👩‍👩‍👧‍👦'.repeat(140),
  Hindi: 'क्षत्रिय'.repeat(35),
  Japanese: '人工知能の話'.repeat(23),
};

const escaped = (text: string) =>
  [...Array(text.length).keys()].map((at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`).join('');

async function post(tenant: Tenant, platformPostId: string, fields: Partial<PostMetrics> = {}): Promise<void> {
  const metrics: PostMetrics = {
    id: newId('entry'),
    workspace_id: tenant.workspace.id,
    content_id: newId('content'),
    platform: 'twitter',
    account_id: (await accountOn(tenant, 'twitter'))?.id ?? newId('account'),
    platform_post_id: platformPostId,
    published_at: inSeconds(-3600),
    hashtags: [],
    totals: NO_METRICS,
    measured_at: null,
    due_at: inSeconds(0),
    version: 0,
    ...fields,
  };
  await commit([postMetricsWrite(null, metrics)]);
}

async function poll(): Promise<void> {
  harness.sent();
  await collect();
  for (const { message } of harness.sent()) expect((await handler(sqsEvent(message))).batchItemFailures).toEqual([]);
}

describe('the metrics of posts with long captions', () => {
  it.each(Object.entries(CAPTIONS))(
    '(%s) are collected from X, whose response repeats the texts',
    async (_, caption) => {
      const tenant = await newTenant();
      await connect(tenant, 'twitter');
      const ids = Array.from({ length: 100 }, (_, index) => String(1_000 + index));
      for (const id of ids) await post(tenant, id);
      const entries = ids.map(
        (id) =>
          `{"id":"${id}","edit_history_tweet_ids":["${id}"],"text":"${escaped(caption)}","public_metrics":{"like_count":3}}`,
      );
      await using server = await startServer((_request, response) => {
        response.writeHead(200, { 'content-type': 'application/json' }).end(`{"data":[${entries.join()}]}`);
      });
      setPlatforms(platforms().origin, { twitter: server.origin });
      await poll();
      const likes = readAdditions(harness.table.changes()).map(({ deltas }) => deltas.likes);
      expect(likes).toEqual(ids.map(() => 3));
    },
  );

  it('are queued without loading the captions: only what a message names', async () => {
    const tenant = await newTenant();
    const caption = Array.from({ length: 60 }, (_, index) => `#${'人工知能'.repeat(11)}${index}`).join(' ');
    const hashtags = hashtagsOf(caption);
    expect(hashtags).toHaveLength(60);
    for (let n = 0; n < 150; n++) await post(tenant, String(n), { hashtags });
    let bytes = 0;
    const send = DynamoDBDocumentClient.prototype.send as (this: unknown, command: unknown) => Promise<object>;
    const spy = vi.spyOn(DynamoDBDocumentClient.prototype, 'send').mockImplementation(async function (
      this: unknown,
      command: unknown,
    ) {
      const answer = await send.call(this, command);
      bytes += JSON.stringify(answer).length;
      return answer;
    } as never);
    harness.sent();
    await collect();
    spy.mockRestore();
    expect(harness.sent().flatMap(({ message }) => message.ids)).toHaveLength(150);
    expect(bytes / 150).toBeLessThan(1_000);
  });

  it('start when they are published, with all their terms', async () => {
    const tenant = await newTenant();
    await connect(tenant, 'linkedin');
    const words = (seed: number, count: number) =>
      Array.from({ length: count }, (_, index) => String.fromCodePoint(0x12000 + seed * 60 + index).repeat(16)).join(
        ' ',
      );
    const description = `${words(0, 60)} ${words(1, 60).replaceAll(' ', ' #')}`.slice(0, 2_990);
    await publishContent(tenant, 'linkedin', { description });
    await processAllChanges(harness);
    expect(storedRecords<PostMetrics>(harness, 'PostMetrics')).toHaveLength(1);
    expect(storedRecords<PostTerms>(harness, 'PostTerms')[0]!.terms.length).toBeGreaterThan(40);
  });
});

describe('comments on posts with as many long terms as are counted', () => {
  it('are all in the sums', async () => {
    const tenant = await newTenant();
    const term = (n: number) => `${String.fromCodePoint(0x12000 + n).repeat(50)} `.repeat(3).trim();
    const terms = Array.from({ length: MAX_TERMS_PER_POST - 1 }, (_, n) => term(n));
    const comments = [];
    for (let n = 0; n < 30; n++) {
      const { id } = await newContent(tenant, { platforms: ['twitter'] });
      for (const series of ['twitter', 'all'] as const) {
        const counted: PostTerms = { workspace_id: tenant.workspace.id, series, content_id: id, terms, version: 0 };
        await commit([postTermsWrite(null, counted, Date.now())]);
      }
      comments.push(engagementWith(id, { external_id: `c-${n}`, kind: 'comment', text: 'espresso' }));
    }
    await processAllChanges(harness);
    const token = await newToken(tenant);
    await callApi('engagements.create', { token, body: { engagements: comments } });
    await processAllChanges(harness);
    const day = readBuckets(harness.table.items()).find(({ scope, time }) => scope === 'all' && !time.includes('T'))!;
    expect(day['twitter|comments']).toBe(30);
    for (const { terms } of storedRecords<PostTerms>(harness, 'PostTerms')) expect(terms).toContain('espresso');
  });
});
