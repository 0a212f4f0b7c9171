import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RANKING_METRICS } from '../../lib/analytics/rules/content-ranking.ts';
import { METRIC_NAMES, type Metrics, NO_METRICS } from '../../lib/analytics/rules/metrics.ts';
import { bucketWrites, publicationWrites } from '../../lib/analytics/store/metric-buckets.ts';
import { commit } from '../../lib/core/table/commit.ts';
import { PLATFORMS } from '../../lib/platforms/platform.ts';
import { advanceTime, callApi, inSeconds, type Json, setupApi } from '../functions/api-harness.ts';
import { reportMetrics } from '../functions/report-metrics.ts';
import { newContent } from '../functions/resources.ts';
import { newId, newTenant, newToken, type Tenant } from '../functions/tenants.ts';

const table = setupApi();

type Query = Record<string, string>;

const HOUR = 3600;
const DAY = 24 * HOUR;
const compared = (tenant: Tenant, query: Query = {}) =>
  callApi('analytics.rank-content', { token: tenant.token, query });
const rows = (json: Json) => json.data as { content_id: string; value: number | null; metrics: Metrics }[];
const idsIn = (json: Json) => rows(json).map(({ content_id }) => content_id);

describe('GET /analytics/content', () => {
  describe('200', () => {
    it('is empty when nothing was published or measured', async () => {
      const { json } = await compared(await newTenant());
      expect(json).toMatchObject({ data: [], metric: 'engagements', order: 'top', period: '7d' });
    });

    it('contains an item with its title, its platforms, its sums and its pooled rate', async () => {
      const tenant = await newTenant();
      const { id } = await newContent(tenant, { title: 'The launch' });
      await reportMetrics(tenant, { content_id: id }, { impressions: 900, likes: 9, clicks: 0 });
      await reportMetrics(tenant, { content_id: id, platform: 'linkedin' }, { impressions: 100, likes: 6, saves: 5 });
      const { json } = await compared(tenant);
      expect(json.data).toEqual([
        {
          content_id: id,
          title: 'The launch',
          platforms: ['twitter', 'linkedin'],
          value: 20,
          metrics: {
            ...NO_METRICS,
            impressions: 1000,
            likes: 15,
            saves: 5,
            clicks: 0,
            engagements: 20,
            engagement_rate: 2,
          },
          corrections: [],
        },
      ]);
    });

    it('has the rate of an item on X and on Bluesky from X alone, and none of an item only on Bluesky', async () => {
      const tenant = await newTenant();
      const [both, only] = [newId('content'), newId('content')];
      await reportMetrics(tenant, { content_id: both }, { impressions: 1000, likes: 20 });
      await reportMetrics(tenant, { content_id: both, platform: 'bluesky' }, { likes: 500 });
      await reportMetrics(tenant, { content_id: only, platform: 'bluesky' }, { likes: 900 });
      const { json } = await compared(tenant, { metric: 'engagement_rate' });
      expect(rows(json).map(({ content_id, value, metrics }) => [content_id, value, metrics])).toEqual([
        [both, 2, expect.objectContaining({ likes: 520, engagements: 520, engagement_rate: 2 })],
        [only, null, expect.objectContaining({ likes: 900, engagements: 900, engagement_rate: null })],
      ]);
    });

    it('needs 100 impressions for a rate, without views that a client reports on Bluesky', async () => {
      const tenant = await newTenant();
      const { id } = await newContent(tenant);
      await reportMetrics(tenant, { content_id: id }, { impressions: 99, likes: 1 });
      await reportMetrics(tenant, { content_id: id, platform: 'bluesky' }, { impressions: 500 });
      const { json } = await compared(tenant, { metric: 'engagement_rate' });
      expect(json.data).toMatchObject([{ value: null, metrics: { impressions: 599, engagement_rate: 1.0101 } }]);
    });

    it('contains a deleted item without a title', async () => {
      const tenant = await newTenant();
      const { id } = await newContent(tenant);
      await reportMetrics(tenant, { content_id: id }, { likes: 1 });
      await callApi('content.delete', { token: tenant.token, params: { id } });
      expect((await compared(tenant)).json.data).toMatchObject([{ content_id: id, title: null, value: 1 }]);
    });

    it('contains a published item without metrics, last and without a value', async () => {
      const tenant = await newTenant();
      const [silent, measured] = [newId('content'), newId('content')];
      const post = {
        workspace_id: tenant.workspace.id,
        content_id: silent,
        platform: 'twitter' as const,
        account_id: null,
      };
      await commit(publicationWrites({ ...post, published_at: inSeconds(0) }));
      await reportMetrics(tenant, { content_id: measured }, { likes: 0 });
      const { json } = await compared(tenant, { metric: 'likes', order: 'bottom' });
      expect(rows(json).map(({ content_id, value }) => [content_id, value])).toEqual([
        [measured, 0],
        [silent, null],
      ]);
    });

    it('of one platform counts the metrics there', async () => {
      const tenant = await newTenant();
      const [one, other] = [newId('content'), newId('content')];
      await reportMetrics(tenant, { content_id: one }, { likes: 1 });
      await reportMetrics(tenant, { content_id: one, platform: 'linkedin' }, { likes: 50 });
      await reportMetrics(tenant, { content_id: other }, { likes: 2 });
      const { json } = await compared(tenant, { platform: 'twitter' });
      expect(rows(json).map(({ value }) => value)).toEqual([2, 1]);
    });

    it('contains nothing of another workspace', async () => {
      const [tenant, other] = [await newTenant(), await newTenant()];
      await reportMetrics(other, {}, { likes: 1 });
      expect((await compared(tenant)).json.data).toEqual([]);
    });

    it.each([
      [{ period: '24h' }, [1]],
      [{}, [1, 10]],
      [{ period: '30d' }, [1, 10, 100]],
      [{ from: '2026-08-01T10:00:00Z', to: '2026-08-02T10:00:00Z' }, [10]],
      [{ from: '2026-08-01T10:00:00Z', to: '2026-08-01T11:00:00Z' }, [10]],
    ])('over %j has what occurred in it', async (query, likes) => {
      const tenant = await newTenant();
      for (const [seconds, number] of [
        [0, 1],
        [-2 * DAY + 60, 10],
        [-20 * DAY, 100],
        [-200 * DAY, 9999],
      ]) {
        await reportMetrics(tenant, { seconds: seconds! }, { likes: number! });
      }
      const { json } = await compared(tenant, { ...(query as Query), order: 'bottom' });
      expect(rows(json).map(({ value }) => value)).toEqual(likes);
    });

    it('uses the period and the total of its first page for all pages of a walk', async () => {
      const tenant = await newTenant();
      const made = Array.from({ length: 6 }, () => newId('content'));
      for (const id of made) await reportMetrics(tenant, { content_id: id, seconds: -23 * HOUR }, { likes: 1 });
      const pages: Json[] = [];
      for (let cursor: unknown; cursor !== null && pages.length < 9; ) {
        const token = await newToken(tenant);
        const query = { period: '24h', limit: '2', ...(cursor ? { cursor: String(cursor) } : {}) };
        pages.push((await callApi('analytics.rank-content', { token, query })).json);
        cursor = (pages.at(-1)!.pagination as Json).next_cursor;
        advanceTime(HOUR * 1000);
        // First of the ranking, whose top the walk has passed.
        await reportMetrics(tenant, { seconds: -2 * HOUR }, { likes: 9 });
      }
      expect(pages).toHaveLength(3);
      expect(pages.flatMap(idsIn).sort()).toEqual(made.sort());
      const periods = pages.map(({ from, to, pagination }) => [from, to, (pagination as Json).total]);
      expect(periods).toEqual(pages.map(() => [pages[0]!.from, pages[0]!.to, 6]));
    });

    it('continues at its position when other items have moved past it', async () => {
      const tenant = await newTenant();
      const made = Array.from({ length: 4 }, () => newId('content'))
        .sort()
        .reverse();
      for (const [at, id] of made.entries()) await reportMetrics(tenant, { content_id: id }, { likes: 40 - at });
      const first = await compared(tenant, { limit: '2' });
      await reportMetrics(tenant, {}, { likes: 100 });
      const cursor = String((first.json.pagination as Json).next_cursor);
      const second = await compared(tenant, { limit: '2', cursor });
      expect([...idsIn(first.json), ...idsIn(second.json)]).toEqual(made);
    });
  });

  describe('400', () => {
    it.each([
      [{ metric: 'fame' }, 'metric'],
      [{ order: 'up' }, 'order'],
      [{ period: '1y' }, 'period'],
      [{ platform: 'myspace' }, 'platform'],
      [{ content_id: 'cnt_1' }, 'content_id'],
      [{ from: '2026-08-01T00:00:00Z' }, 'to'],
      [{ from: '2026-08-02T00:00:00Z', to: '2026-08-01T00:00:00Z' }, 'to'],
      [{ limit: '101' }, 'limit'],
    ])('rejects %j, naming the parameter %s', async (query, pointer) => {
      const answer = await compared(await newTenant(), query as Query);
      expect([answer.status, answer.json.code]).toEqual([400, 'invalid_query']);
      expect(answer.json.errors).toEqual([expect.objectContaining({ pointer })]);
    });
  });
});

describe('random reports and queries', () => {
  it('return items whose metrics add up to the performance of the same period', async () => {
    const metrics = fc.record(
      Object.fromEntries(METRIC_NAMES.map((name) => [name, fc.option(fc.integer({ min: -9, max: 99 }), { freq: 2 })])),
    );
    const report = fc.record({
      item: fc.nat(5),
      platform: fc.constantFrom(...PLATFORMS),
      hoursAgo: fc.integer({ min: 0, max: 80 }),
      metrics,
    });
    const hours = fc.integer({ min: -1, max: 80 });
    const asked = fc.record({
      bounds: fc.tuple(hours, hours).filter(([one, other]) => one !== other),
      platform: fc.option(fc.constantFrom(...PLATFORMS)),
      metric: fc.constantFrom(...RANKING_METRICS),
      limit: fc.integer({ min: 1, max: 4 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(report, { maxLength: 15 }), asked, async (reports, query) => {
        table.clear();
        const tenant = await newTenant();
        const ids = Array.from({ length: 6 }, () => newId('content'));
        for (const { item, platform, hoursAgo, metrics } of reports) {
          const keys = { workspace_id: tenant.workspace.id, content_id: ids[item]!, platform, account_id: null };
          const deltas = { ...NO_METRICS, ...metrics };
          await commit(bucketWrites({ ...keys, posts: 0, deltas, at: inSeconds(-hoursAgo * HOUR) }));
        }
        const [to, from] = query.bounds.toSorted((a, b) => a - b);
        const filter: Query = {
          from: inSeconds(-from! * HOUR),
          to: inSeconds(-to! * HOUR),
          ...(query.platform ? { platform: query.platform } : {}),
        };
        const whole = (await callApi('analytics.performance', { token: tenant.token, query: filter })).json;
        const found: ReturnType<typeof rows> = [];
        let cursor: Query = {};
        do {
          const page: Query = { ...filter, ...cursor, metric: query.metric, limit: String(query.limit) };
          const { json } = await compared(tenant, page);
          found.push(...rows(json));
          const { next_cursor } = json.pagination as { next_cursor: string | null };
          cursor = next_cursor === null ? {} : { cursor: next_cursor };
        } while ('cursor' in cursor);
        const sum = (name: string) => {
          const known = found.flatMap(({ metrics }) => (metrics as Record<string, number | null>)[name] ?? []);
          return known.length === 0 ? null : known.reduce((one, other) => one + other, 0);
        };
        const broken = whole.breakdown as (Metrics & { platform: string })[];
        for (const name of METRIC_NAMES) {
          const known = broken.flatMap((each) => each[name] ?? []);
          const total = known.length === 0 ? null : known.reduce((one, other) => one + other, 0);
          expect([name, sum(name)]).toEqual([name, total]);
        }
        const kinds = ['likes', 'comments', 'shares', 'saves', 'clicks'] as const;
        const rated = (names: readonly (keyof Metrics)[], among: Metrics[]) => {
          const known = among.flatMap((each) => names.flatMap((name) => each[name] ?? []));
          return known.length === 0 ? null : known.reduce((one, other) => one + other, 0);
        };
        expect(sum('engagements')).toBe(rated(kinds, broken));
        const reporting = broken.filter((each) => each.platform !== 'bluesky');
        expect(whole.numerator).toBe(rated(kinds, reporting));
        expect(whole.denominator).toBe(rated(['impressions'], reporting));
      }),
      { numRuns: 60 },
    );
  });
});
