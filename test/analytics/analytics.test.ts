import { describe, expect, it } from 'vitest';
import { NO_METRICS } from '../../lib/analytics/rules/metrics.ts';
import { publicationWrites } from '../../lib/analytics/store/metric-buckets.ts';
import { commit } from '../../lib/core/table/commit.ts';
import { callApi, inSeconds, START, setupApi } from '../functions/api-harness.ts';
import { reportMetrics } from '../functions/report-metrics.ts';
import { newId, newTenant, type Tenant } from '../functions/tenants.ts';

setupApi();

const HOUR = 3600;
const DAY = 24 * HOUR;

const performance = (tenant: Tenant, query: Record<string, string> = {}) =>
  callApi('analytics.performance', { token: tenant.token, query });

describe('GET /analytics/performance', () => {
  describe('200', () => {
    it('is 0 in every field of the reference when nothing was measured', async () => {
      const { json } = await performance(await newTenant());
      expect(json).toMatchObject({ engagement_rate: 0, reach: 0, impressions: 0, clicks: 0, period: '7d' });
      expect(json).toMatchObject({
        numerator: null,
        denominator: null,
        as_of: null,
        coverage: [],
        breakdown: [],
      });
    });

    it('pools the rate over posts: sums first, one division', async () => {
      const tenant = await newTenant();
      await reportMetrics(tenant, {}, { impressions: 2, likes: 2 });
      await reportMetrics(tenant, {}, { impressions: 998, likes: 10, comments: 3, shares: 2, saves: 1, clicks: 7 });
      const { json } = await performance(tenant);
      expect(json).toMatchObject({ engagement_rate: 2.5, numerator: 25, denominator: 1000, clicks: 7 });
    });

    describe('with Bluesky, which reports no impressions', () => {
      const [x, bluesky] = [newId('account'), newId('account')];
      const content_id = newId('content');
      const onX = { content_id, account_id: x };
      const onBluesky = { content_id, account_id: bluesky, platform: 'bluesky' as const };

      it.each([
        ['the workspace', {}],
        ['an item on both', { content_id }],
      ])('the rate of %s has no engagement on Bluesky, and the other sums do', async (_, query) => {
        const tenant = await newTenant();
        await reportMetrics(tenant, onX, { impressions: 1000, likes: 20, clicks: 5 });
        await reportMetrics(tenant, onBluesky, { likes: 500, comments: 30 });
        const { json } = await performance(tenant, query);
        expect(json).toMatchObject({ engagement_rate: 2.5, numerator: 25, denominator: 1000, impressions: 1000 });
        expect(json.breakdown).toMatchObject([
          { platform: 'twitter', engagement_rate: 2.5 },
          { platform: 'bluesky', engagement_rate: null, impressions: null, likes: 500, comments: 30 },
        ]);
        expect(json.coverage).toMatchObject([{}, { platform: 'bluesky', posts: 1, reports: ['likes', 'comments'] }]);
      });

      it.each([
        ['a workspace only on Bluesky', {}, []],
        ['the account there', { account_id: bluesky }, [onX]],
        ['the platform', { platform: 'bluesky' }, [onX]],
      ])('%s has no rate', async (_, query, others) => {
        const tenant = await newTenant();
        for (const other of others) await reportMetrics(tenant, other, { impressions: 1000, likes: 20 });
        await reportMetrics(tenant, onBluesky, { likes: 500 });
        const { json } = await performance(tenant, query as Record<string, string>);
        expect(json).toMatchObject({ engagement_rate: 0, numerator: null, denominator: null });
        expect(json.breakdown).toMatchObject([{ platform: 'bluesky', engagement_rate: null, likes: 500 }]);
      });

      it('views that a client reports of one post there are impressions, and in no rate', async () => {
        const tenant = await newTenant();
        await reportMetrics(tenant, onX, { impressions: 1000, likes: 20 });
        await reportMetrics(tenant, onBluesky, { likes: 500 });
        await reportMetrics(tenant, { platform: 'bluesky' }, { impressions: 10 });
        const { json } = await performance(tenant);
        expect(json).toMatchObject({ engagement_rate: 2, numerator: 20, denominator: 1000, impressions: 1010 });
        expect(json.breakdown).toMatchObject([{}, { impressions: 10, engagement_rate: null }]);
      });
    });

    it('sums over platforms, and separates them: null is what a platform does not report', async () => {
      const tenant = await newTenant();
      await reportMetrics(tenant, { platform: 'twitter' }, { impressions: 100, likes: 5, clicks: 0 });
      await reportMetrics(tenant, { platform: 'instagram' }, { impressions: 300, reach: 200, likes: 15 });
      const { json } = await performance(tenant);
      expect(json).toMatchObject({
        engagement_rate: 5,
        reach: 200,
        impressions: 400,
        clicks: 0,
        as_of: START,
      });
      expect(json.breakdown).toEqual([
        { ...NO_METRICS, platform: 'instagram', engagement_rate: 5, impressions: 300, reach: 200, likes: 15 },
        { ...NO_METRICS, platform: 'twitter', engagement_rate: 5, impressions: 100, likes: 5, clicks: 0 },
      ]);
      expect(json.coverage).toEqual([
        {
          platform: 'instagram',
          published: 0,
          posts: 1,
          as_of: START,
          reports: ['impressions', 'reach', 'likes'],
          stopped: [],
        },
        {
          platform: 'twitter',
          published: 0,
          posts: 1,
          as_of: START,
          reports: ['impressions', 'likes', 'clicks'],
          stopped: [],
        },
      ]);
    });

    it('returns the latest totals of a platform, and counts its posts, wherever in the period they are', async () => {
      const tenant = await newTenant();
      for (const seconds of [-3 * DAY, -HOUR, -30 * HOUR]) await reportMetrics(tenant, { seconds }, { likes: 1 });
      await reportMetrics(tenant, { platform: 'linkedin', seconds: -2 * HOUR }, { likes: 1 });
      const { json } = await performance(tenant);
      expect(json.as_of).toBe(inSeconds(-HOUR));
      expect(json.coverage).toMatchObject([
        { platform: 'twitter', posts: 3, as_of: inSeconds(-HOUR) },
        { platform: 'linkedin', posts: 1, as_of: inSeconds(-2 * HOUR) },
      ]);
    });

    it('covers what was published in the period, also on a platform without metrics', async () => {
      const tenant = await newTenant();
      const content_id = newId('content');
      const post = { workspace_id: tenant.workspace.id, content_id, platform: 'linkedin' as const, account_id: null };
      for (const seconds of [0, -2 * DAY, -3 * DAY, -9 * DAY]) {
        await commit(publicationWrites({ ...post, published_at: inSeconds(seconds) }));
      }
      const silent = { platform: 'linkedin', posts: 0, as_of: null, reports: [], stopped: [] };
      for (const query of [{}, { content_id }, { platform: 'linkedin' }] as Record<string, string>[]) {
        const { json } = await performance(tenant, query);
        expect(json).toMatchObject({ as_of: null, impressions: 0, breakdown: [] });
        expect(json.coverage).toEqual([{ ...silent, published: 3 }]);
      }
    });

    it.each([
      [{ period: '24h' }, 1],
      [{}, 11],
      [{ period: '7d' }, 11],
      [{ period: '30d' }, 111],
      [{ period: '90d' }, 1111],
      [{ period: '1d' }, 1],
      [{ period: '49h' }, 11],
      [{ period: '48h' }, 1],
      [{ period: '45d' }, 111],
      [{ period: '366d' }, 11110],
      [{ period: '8784h' }, 11110],
      [{ from: '2026-08-01T10:00:00Z', to: '2026-08-02T10:00:00Z' }, 10],
    ])('over %j counts what occurred in it', async (query, impressions) => {
      const tenant = await newTenant();
      for (const [seconds, number] of [
        [0, 1],
        [-2 * DAY + 60, 10],
        [-20 * DAY, 100],
        [-80 * DAY, 1000],
        [-200 * DAY, 9999],
      ]) {
        await reportMetrics(tenant, { seconds: seconds! }, { impressions: number! });
      }
      expect((await performance(tenant, query)).json.impressions).toBe(impressions);
    });

    it('repeats the requested period', async () => {
      const tenant = await newTenant();
      expect((await performance(tenant, { period: '30d' })).json.period).toBe('30d');
      const query = { from: '2026-08-01T12:00:00+02:00', to: '2026-08-02T10:00:00Z' };
      expect((await performance(tenant, query)).json).toMatchObject({
        period: '2026-08-01T10:00:00.000Z/2026-08-02T10:00:00.000Z',
        from: '2026-08-01T10:00:00.000Z',
        to: '2026-08-02T10:00:00.000Z',
      });
    });

    it('of one item or one platform counts only that', async () => {
      const tenant = await newTenant();
      const content_id = newId('content');
      await reportMetrics(tenant, { content_id }, { impressions: 1 });
      await reportMetrics(tenant, { content_id, platform: 'linkedin' }, { impressions: 10 });
      await reportMetrics(tenant, {}, { impressions: 100 });
      expect((await performance(tenant, { content_id })).json.impressions).toBe(11);
      expect((await performance(tenant, { platform: 'linkedin' })).json.impressions).toBe(10);
      expect((await performance(tenant, { content_id, platform: 'twitter' })).json.impressions).toBe(1);
    });

    it('contains no metric of another workspace, in total or by item', async () => {
      const [one, other] = [await newTenant(), await newTenant()];
      const content_id = newId('content');
      await reportMetrics(one, { content_id }, { impressions: 5 });
      expect((await performance(other)).json.impressions).toBe(0);
      const foreign = await performance(other, { content_id });
      expect(foreign.json.impressions).toBe(0);
      expect(foreign.text).toBe((await performance(other, { content_id: 'all#x' })).text);
    });

    it('includes a metric that a platform corrected downwards', async () => {
      const tenant = await newTenant();
      await reportMetrics(tenant, { seconds: -HOUR }, { impressions: 100, likes: 10 });
      await reportMetrics(tenant, {}, { impressions: 0, likes: -4 });
      expect((await performance(tenant)).json).toMatchObject({ impressions: 100, numerator: 6 });
    });
  });

  describe('400', () => {
    it.each([
      [{ period: '1y' }, 'period'],
      [{ period: '0d' }, 'period'],
      [{ period: '367d' }, 'period'],
      [{ period: '8785h' }, 'period'],
      [{ platform: 'myspace' }, 'platform'],
      [{ from: '2026-08-01T00:00:00Z' }, 'to'],
      [{ to: '2026-08-01T00:00:00Z' }, 'from'],
      [{ period: '7d', from: '2026-08-01T00:00:00Z', to: '2026-08-02T00:00:00Z' }, 'period'],
      [{ from: '2026-02-30T00:00:00Z', to: '2026-08-02T00:00:00Z' }, 'from'],
      [{ from: '2026-08-02T00:00:00Z', to: '2026-08-01T00:00:00Z' }, 'to'],
      [{ from: '2025-08-01T00:00:00Z', to: '2026-08-02T00:00:01Z' }, 'to'],
    ])('rejects %j, naming the parameter %s', async (query, pointer) => {
      const answer = await performance(await newTenant(), query as Record<string, string>);
      expect([answer.status, answer.json.code]).toEqual([400, 'invalid_query']);
      expect(answer.json.errors).toEqual([expect.objectContaining({ pointer })]);
    });
  });
});
