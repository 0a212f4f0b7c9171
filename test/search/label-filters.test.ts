import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { NO_METRICS } from '../../lib/analytics/rules/metrics.ts';
import { publicationWrites } from '../../lib/analytics/store/metric-buckets.ts';
import { postMetricsWrite } from '../../lib/analytics/store/post-metrics.ts';
import { postTermsWrite } from '../../lib/analytics/store/term-counts.ts';
import { commit } from '../../lib/core/table/commit.ts';
import { makeId } from '../../lib/core/values/id.ts';
import { callApi, inSeconds, type Json, succeed } from '../functions/api-harness.ts';
import { reportMetrics } from '../functions/report-metrics.ts';
import { newContent } from '../functions/resources.ts';
import { newId, newTenant, type Tenant } from '../functions/tenants.ts';
import { processAllChanges, setupWorkers } from '../functions/worker-harness.ts';

const harness = setupWorkers();

type Query = Record<string, string>;
const DAY = 86_400;

async function labelled(tenant: Tenant, fields: Json): Promise<string> {
  const { id } = await newContent(tenant, { platforms: ['twitter'], ...fields });
  await processAllChanges(harness);
  return id;
}

describe('GET /schedule', () => {
  const list = (tenant: Tenant, query: Query) => callApi('schedule.list', { token: tenant.token, query });
  const titles = (json: Json) => (json.scheduled_posts as { title: string }[]).map(({ title }) => title);

  it('lists the entries of the items with a label or a campaign, with their names, page by page', async () => {
    const tenant = await newTenant();
    for (let number = 0; number < 6; number++) {
      const labels = number % 2 === 0 ? ['Even'] : [];
      const campaign = number < 3 ? 'Spring' : null;
      const fields = { title: `${number}`, labels, campaign, scheduled_at: inSeconds(3600 + number) };
      await labelled(tenant, fields);
    }
    const { json } = await list(tenant, { label: 'even' });
    expect(titles(json)).toEqual(['0', '2', '4']);
    expect(json.scheduled_posts).toMatchObject([{ labels: ['Even'], campaign: 'Spring' }, {}, { campaign: null }]);
    expect(titles((await list(tenant, { label: 'even', campaign: 'spring' })).json)).toEqual(['0', '2']);
    const first = await list(tenant, { label: 'even', limit: '2' });
    const cursor = String((first.json.pagination as Json).next_cursor);
    expect([
      ...titles(first.json),
      ...titles((await list(tenant, { label: 'even', limit: '2', cursor })).json),
    ]).toEqual(['0', '2', '4']);
    expect(titles((await list(tenant, { label: 'unknown' })).json)).toEqual([]);
    expect((await list(tenant, { label: 'even', page: '2' })).status).toBe(400);
  });
});

describe('analytics', () => {
  const performance = async (tenant: Tenant, query: Query) => {
    return succeed('analytics.performance', { token: tenant.token, query });
  };

  async function measured() {
    const tenant = await newTenant();
    const one = await labelled(tenant, { labels: ['News'], campaign: 'Spring' });
    const two = await labelled(tenant, { labels: ['News', 'Tips'], platforms: ['twitter', 'bluesky'] });
    const other = await labelled(tenant, {});
    await reportMetrics(tenant, { content_id: one }, { impressions: 100, likes: 1 });
    await reportMetrics(tenant, { content_id: two }, { impressions: 300, likes: 5 });
    await reportMetrics(tenant, { content_id: two, platform: 'bluesky' }, { likes: 7 });
    await reportMetrics(tenant, { content_id: other }, { impressions: 1000, likes: 50 });
    const post = { workspace_id: tenant.workspace.id, platform: 'twitter', account_id: null } as const;
    await commit(publicationWrites({ ...post, content_id: one, published_at: inSeconds(0) }));
    return { tenant, one, two, other };
  }

  it('sum the items that have a label or campaign now, also what was published before', async () => {
    const { tenant, two } = await measured();
    expect(await performance(tenant, {})).toMatchObject({ impressions: 1400, groups: null });
    expect(await performance(tenant, { label: 'news' })).toMatchObject({
      impressions: 400,
      numerator: 6,
      denominator: 400,
    });
    expect(await performance(tenant, { label: 'news', platform: 'bluesky' })).toMatchObject({ impressions: 0 });
    expect(await performance(tenant, { campaign: 'SPRING' })).toMatchObject({ impressions: 100 });
    expect(await performance(tenant, { label: 'tips', campaign: 'spring' })).toMatchObject({ impressions: 0 });
    expect(await performance(tenant, { label: 'news', content_id: two })).toMatchObject({ impressions: 300 });
    await callApi('content.update', { token: tenant.token, params: { id: two }, body: { campaign: 'Spring' } });
    await processAllChanges(harness);
    expect(await performance(tenant, { campaign: 'spring' })).toMatchObject({ impressions: 400 });
  });

  it('are grouped by label or campaign; an item with two labels counts for both', async () => {
    const { tenant } = await measured();
    const { groups } = await performance(tenant, { group_by: 'label' });
    expect(groups).toMatchObject([
      { name: 'News', published: 1, posts: 3, impressions: 400, likes: 13, engagement_rate: 1.5 },
      { name: 'Tips', published: 0, posts: 2, impressions: 300, likes: 12, saves: null },
    ]);
    const byCampaign = await performance(tenant, { group_by: 'campaign', label: 'news' });
    expect(byCampaign.groups).toMatchObject([{ name: 'Spring', impressions: 100 }]);
  });

  it('add up by label to the same sums, whether items are read one by one or with all others', async () => {
    const { tenant, one, two } = await measured();
    // 372 buckets for each of 15 items are more than are read one by one.
    for (let number = 0; number < 13; number++) await labelled(tenant, { labels: ['News'] });
    const period = { from: inSeconds(-365 * DAY), to: inSeconds(DAY) };
    expect(await performance(tenant, { label: 'news', ...period })).toMatchObject({ impressions: 400, numerator: 6 });
    const { json } = await callApi('analytics.rank-content', { token: tenant.token, query: { label: 'news' } });
    expect((json.data as { content_id: string }[]).map(({ content_id }) => content_id)).toEqual([two, one]);
  });

  it('find the best times of the posts of a label', async () => {
    const { tenant, one } = await measured();
    for (const content_id of [one, newId('content')]) {
      const id = makeId('entry', Date.now() - 2 * DAY * 1000, randomBytes(10));
      const fields = { workspace_id: tenant.workspace.id, platform: 'twitter', account_id: null } as const;
      const rest = { platform_post_id: id, hashtags: [], measured_at: null, due_at: null, version: 0 };
      const totals = { ...NO_METRICS, impressions: 100, likes: 3 };
      const post = { id, content_id, ...fields, ...rest, totals, published_at: inSeconds(-2 * DAY) };
      await commit([postMetricsWrite(null, post)]);
    }
    const times = async (query: Query) =>
      (await callApi('analytics.best-times', { token: tenant.token, query: { ...query } })).json.posts;
    expect([await times({}), await times({ label: 'news' }), await times({ label: 'tips' })]).toEqual([2, 1, 0]);
    const query = { group_by: 'label' };
    const { json } = await callApi('analytics.best-times', { token: tenant.token, query });
    expect(json.groups).toMatchObject([{ name: 'News', posts: 1, overall_rate: 3, enough_data: false, best: [] }]);
  });

  it('rank labels and campaigns by a metric over all of their items', async () => {
    const { tenant } = await measured();
    const ranking = async (query: Query) =>
      (await callApi('analytics.rank-content', { token: tenant.token, query: { metric: 'likes', ...query } })).json;
    expect((await ranking({ group_by: 'label', limit: '1' })).groups).toMatchObject([
      { name: 'News', items: 2, value: 13, metrics: { impressions: 400 } },
      { name: 'Tips', items: 1, value: 12 },
    ]);
    const bottom = await ranking({ group_by: 'campaign', order: 'bottom', platform: 'twitter' });
    expect(bottom.groups).toMatchObject([{ name: 'Spring', items: 1, value: 1 }]);
    expect((await ranking({ group_by: 'campaign', label: 'tips' })).groups).toEqual([]);
    expect((await ranking({})).groups).toBeNull();
  });

  it('find the trends of the items of a label or campaign, and of each', async () => {
    const tenant = await newTenant();
    const post = { workspace_id: tenant.workspace.id, platform: 'twitter', account_id: null } as const;
    for (let number = 0; number < 12; number++) {
      const labels = number < 6 ? ['News'] : ['Tips'];
      const id = await labelled(tenant, { title: `${number}`, labels, campaign: number < 5 ? 'Spring' : null });
      const terms = number < 6 ? ['#launch', 'summer'] : ['winter'];
      const published_at = inSeconds(-3600);
      const rest = { platform_post_id: id, hashtags: [], measured_at: null, due_at: null, version: 0 };
      const metrics = { ...post, ...rest, id: newId('entry'), content_id: id, totals: NO_METRICS, published_at };
      const counted = { workspace_id: tenant.workspace.id, series: 'all', content_id: id, terms, version: 0 } as const;
      await commit([postMetricsWrite(null, metrics), postTermsWrite(null, counted, Date.now())]);
    }
    const trends = async (query: Query) => {
      return succeed('analytics.trends', { token: tenant.token, query });
    };
    const news = {
      trending_topics: [{ topic: 'summer', volume: 6 }],
      trending_hashtags: [{ hashtag: '#launch', usage_count: 6 }],
    };
    expect(await trends({ label: 'news' })).toMatchObject({ ...news, groups: null });
    expect(await trends({ campaign: 'spring' })).toMatchObject({ trending_topics: [{ topic: 'summer', volume: 5 }] });
    expect(await trends({ label: 'unknown' })).toMatchObject({ trending_topics: [], trending_hashtags: [] });
    expect((await trends({ group_by: 'label' })).groups).toMatchObject([
      { name: 'News', ...news },
      { name: 'Tips', trending_topics: [{ topic: 'winter', volume: 6 }] },
    ]);
    expect((await trends({ group_by: 'campaign', label: 'tips' })).groups).toEqual([]);
  });
});
