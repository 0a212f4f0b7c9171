import { describe, expect, it } from 'vitest';
import { NO_METRICS } from '../../lib/analytics/rules/metrics.ts';
import { postMetricsWrite } from '../../lib/analytics/store/post-metrics.ts';
import { type Series, termCountIncrements } from '../../lib/analytics/store/term-counts.ts';
import { commit } from '../../lib/core/table/commit.ts';
import { callApi, inSeconds, type Json, START, setupApi } from '../functions/api-harness.ts';
import { newId, newTenant, type Tenant } from '../functions/tenants.ts';

setupApi();

const HOUR = 3600;

const trends = (tenant: Tenant, query: Record<string, string> = {}) =>
  callApi('analytics.trends', { token: tenant.token, query });

describe('GET /analytics/trends', () => {
  /** Publish this many posts with these terms, this many hours ago. */
  async function posts(tenant: Tenant, terms: string[], count: number, hoursAgo: number, series: Series = 'all') {
    const at = inSeconds(-hoursAgo * HOUR);
    for (let post = 0; post < count; post++) {
      await commit(termCountIncrements(tenant.workspace.id, series, { terms, at }));
    }
  }

  async function measured(
    tenant: Tenant,
    hashtags: string[],
    impressions: number,
    likes: number | null,
  ): Promise<void> {
    const latest = { ...NO_METRICS, impressions, likes };
    await commit([
      postMetricsWrite(null, {
        id: newId('entry'),
        workspace_id: tenant.workspace.id,
        content_id: newId('content'),
        platform: 'twitter',
        account_id: null,
        platform_post_id: '1',
        published_at: START,
        hashtags,
        totals: latest,
        measured_at: START,
        due_at: null,
        version: 0,
      }),
    ]);
  }

  describe('200', () => {
    it('is empty lists when nothing was published', async () => {
      const { status, json } = await trends(await newTenant());
      expect(status).toBe(200);
      expect(json).toEqual({ trending_topics: [], trending_hashtags: [], groups: null, window: '24h', as_of: START });
    });

    it('separates topics and hashtags, with volume and growth in percent', async () => {
      const tenant = await newTenant();
      await posts(tenant, ['#first'], 1, 90);
      await posts(tenant, ['#launch', 'summer campaign'], 2, 30);
      await posts(tenant, ['#launch', 'summer campaign'], 12, 1);
      const { json } = await trends(tenant);
      expect(json.trending_topics).toEqual([{ topic: 'summer campaign', growth_rate: 200, volume: 12 }]);
      expect(json.trending_hashtags).toEqual([
        { hashtag: '#launch', growth_rate: 200, usage_count: 12, engagement_score: 0 },
      ]);
    });

    it('omits what four posts contain: support begins at five', async () => {
      const tenant = await newTenant();
      await posts(tenant, ['#four'], 4, 1);
      await posts(tenant, ['#five'], 5, 1);
      const { json } = await trends(tenant);
      expect((json.trending_hashtags as Json[]).map(({ hashtag }) => hashtag)).toEqual(['#five']);
    });

    it('scores a tag by the rank of its posts among the posts of the workspace', async () => {
      const tenant = await newTenant();
      await posts(tenant, ['#good'], 6, 1);
      await posts(tenant, ['#poor'], 6, 1);
      await measured(tenant, ['#good'], 100, 50);
      for (let post = 0; post < 3; post++) await measured(tenant, [], 100, 10);
      await measured(tenant, ['#poor'], 100, 1);
      const tags = (await trends(tenant)).json.trending_hashtags as Json[];
      const scores = Object.fromEntries(tags.map(({ hashtag, engagement_score }) => [hashtag, engagement_score]));
      expect(scores).toEqual({ '#good': 90, '#poor': 10 });
    });

    it('scores no tag against posts that have no rate: no impressions, or nothing else reported', async () => {
      const tenant = await newTenant();
      await posts(tenant, ['#tag'], 6, 1);
      await measured(tenant, ['#tag'], 100, 50);
      for (const likes of [0, 0, 0]) await measured(tenant, [], 0, likes);
      for (const impressions of [10, 20, 30]) await measured(tenant, [], impressions, null);
      const tags = (await trends(tenant)).json.trending_hashtags;
      expect(tags).toMatchObject([{ hashtag: '#tag', engagement_score: 50 }]);
    });

    it('omits parts of topics before it applies the limit', async () => {
      const tenant = await newTenant();
      await posts(tenant, ['summer', 'summer sale', 'sale', 'winter'], 6, 1);
      const topics = async (limit: string) =>
        ((await trends(tenant, { limit })).json.trending_topics as Json[]).map(({ topic }) => topic);
      expect(await topics('20')).toEqual(['summer sale', 'winter']);
      expect(await topics('2')).toEqual(['summer sale', 'winter']);
      expect(await topics('1')).toEqual(['summer sale']);
    });

    it('derives the daily cycle of a platform from its own texts', async () => {
      const tenant = await newTenant();
      await posts(tenant, ['#old'], 1, 200);
      for (const series of ['all', 'twitter'] as const) await posts(tenant, ['#new'], 6, 1, series);
      const hours = async (query: Record<string, string>) =>
        ((await trends(tenant, { explain: 'true', ...query })).json.trending_hashtags as Json[])[0]!.explain;
      // Only a known cycle makes less than a day sufficient.
      expect(await hours({})).toMatchObject({ hours: 3 });
      expect(await hours({ platform: 'twitter' })).toMatchObject({ hours: 24 });
    });

    it('explains its numbers on request', async () => {
      const tenant = await newTenant();
      await posts(tenant, ['#launch'], 9, 1);
      const { json } = await trends(tenant, { explain: 'true' });
      expect((json.trending_hashtags as Json[])[0]!.explain).toEqual({
        now: 9,
        before: 0,
        hours: 24,
        observed: 9,
        baseline: 0,
        variance: 1,
        z: 4,
        counts: [...new Array(22).fill(0), 9, 0],
        rated_posts: 0,
        median_rate: null,
        compared_posts: 0,
      });
    });

    it('explains the basis of a score, which distinguishes one of poor posts from one without posts', async () => {
      const tenant = await newTenant();
      await posts(tenant, ['#poor', '#unknown'], 6, 1);
      for (const likes of [1, 2]) await measured(tenant, ['#poor'], 1000, likes);
      for (let post = 0; post < 3; post++) await measured(tenant, [], 1000, 50);
      const tags = (await trends(tenant, { explain: 'true' })).json.trending_hashtags;
      expect(tags).toMatchObject([
        { engagement_score: 20, explain: { rated_posts: 2, median_rate: 0.15, compared_posts: 5 } },
        { engagement_score: 0, explain: { rated_posts: 0, median_rate: null, compared_posts: 5 } },
      ]);
    });

    it('compares with the hours directly before the window, to the first of them', async () => {
      const tenant = await newTenant();
      for (const [count, hoursAgo] of [
        [9, 1],
        [3, 335],
        [1, 336],
      ]) {
        await posts(tenant, ['#tag'], count!, hoursAgo!);
      }
      const { json } = await trends(tenant, { window: '7d', explain: 'true' });
      expect(json.trending_hashtags).toMatchObject([{ growth_rate: 120, explain: { now: 9, before: 3 } }]);
    });

    it('compares a tag with the latest 75 posts', async () => {
      const tenant = await newTenant();
      await posts(tenant, ['#tag'], 6, 1);
      for (let post = 0; post < 80; post++) await measured(tenant, [], 100, 1);
      const tags = (await trends(tenant, { explain: 'true' })).json.trending_hashtags;
      expect(tags).toMatchObject([{ explain: { compared_posts: 75 } }]);
    });

    it('applies the filters for platform and seven days, and the limit', async () => {
      const tenant = await newTenant();
      await posts(tenant, ['#x'], 6, 1, 'twitter');
      await posts(tenant, ['#old'], 6, 72);
      await posts(tenant, ['#one'], 9, 1);
      await posts(tenant, ['#two'], 6, 1);
      const tags = async (query: Record<string, string>) =>
        ((await trends(tenant, query)).json.trending_hashtags as Json[]).map(({ hashtag }) => hashtag);
      expect(await tags({ platform: 'twitter' })).toEqual(['#x']);
      expect(await tags({ platform: 'linkedin' })).toEqual([]);
      expect(await tags({ window: '7d' })).toContain('#old');
      expect(await tags({ window: '24h' })).not.toContain('#old');
      expect(await tags({ limit: '1' })).toEqual(['#one']);
    });

    it('contains no term of another workspace', async () => {
      const [one, other] = [await newTenant(), await newTenant()];
      await posts(one, ['#mine'], 9, 1);
      expect((await trends(other)).json.trending_hashtags).toEqual([]);
    });
  });

  describe('400', () => {
    it.each([
      ['window', '30d'],
      ['platform', 'X'],
      ['limit', '0'],
      ['limit', '101'],
      ['explain', 'yes'],
      ['cursor', 'x'],
    ])('rejects %s=%s, naming the parameter', async (name, value) => {
      const answer = await trends(await newTenant(), { [name]: value });
      expect(answer.status).toBe(400);
      expect(answer.json.errors).toEqual([expect.objectContaining({ pointer: name })]);
    });
  });
});
