import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Metrics } from '../../lib/analytics/rules/metrics.ts';
import { callApi, type Json, setupApi, type TestResponse } from '../functions/api-harness.ts';
import { reportMetrics } from '../functions/report-metrics.ts';
import { newId, newTenant, type Tenant } from '../functions/tenants.ts';

// A platform may lower a total it has reported. In a period that has the correction and not the report, a sum is negative.

const table = setupApi();

const HOUR = 3_600;

const performance = (tenant: Tenant, query: Record<string, string> = {}) =>
  callApi('analytics.performance', { token: tenant.token, query: { period: '24h', ...query } });

const ranking = (tenant: Tenant, query: Record<string, string> = {}) =>
  callApi('analytics.rank-content', { token: tenant.token, query: { period: '24h', ...query } });

const correctionsOf = ({ json }: TestResponse) => json.corrections as { platform: string; metrics: string[] }[];

describe('a period in which a platform lowered its totals', () => {
  it('has a rate of 0 instead of a negative one, with the negative sums and their explanation', async () => {
    const tenant = await newTenant();
    await reportMetrics(tenant, {}, { impressions: 100, likes: -30, comments: 5 });
    const { json } = await performance(tenant);
    expect(json).toMatchObject({ engagement_rate: 0, impressions: 100, numerator: -25, denominator: 100 });
    expect(json.corrections).toEqual([
      {
        platform: 'twitter',
        metrics: ['likes'],
        detail: expect.stringMatching(/lowered.*engagement_rate/),
      },
    ]);
    expect(json.breakdown).toMatchObject([{ platform: 'twitter', engagement_rate: null, likes: -30, comments: 5 }]);
  });

  it('explains negative impressions, reach and clicks too, per platform', async () => {
    const tenant = await newTenant();
    await reportMetrics(tenant, {}, { impressions: -100, reach: -3, likes: 30 });
    await reportMetrics(tenant, { platform: 'linkedin' }, { impressions: 1_000, clicks: -1, likes: 10 });
    const answer = await performance(tenant);
    expect(answer.json).toMatchObject({ impressions: 900, numerator: 39, engagement_rate: 4.3333 });
    expect(correctionsOf(answer)).toMatchObject([
      { platform: 'twitter', metrics: ['impressions', 'reach'] },
      { platform: 'linkedin', metrics: ['clicks'] },
    ]);
    expect(correctionsOf(await performance(tenant, { platform: 'linkedin' }))).toMatchObject([
      { platform: 'linkedin', metrics: ['clicks'] },
    ]);
  });

  it('has no explanation when the report and its correction are both in it', async () => {
    const tenant = await newTenant();
    await reportMetrics(tenant, { seconds: -HOUR }, { impressions: 100, likes: 30 });
    await reportMetrics(tenant, {}, { impressions: 0, likes: -30 });
    expect((await performance(tenant)).json).toMatchObject({ engagement_rate: 0, numerator: 0, corrections: [] });
  });

  it('ranks an item with negative engagements after those with a rate, and explains it', async () => {
    const tenant = await newTenant();
    const [good, lowered] = [newId('content'), newId('content')];
    await reportMetrics(tenant, { content_id: good }, { impressions: 1_000, likes: 10 });
    await reportMetrics(tenant, { content_id: lowered }, { impressions: 1_000, likes: -10 });
    for (const order of ['top', 'bottom']) {
      const { json } = await ranking(tenant, { metric: 'engagement_rate', order });
      expect(json.data).toMatchObject([
        { content_id: good, value: 1, corrections: [] },
        {
          content_id: lowered,
          value: null,
          metrics: { engagements: -10, engagement_rate: null },
          corrections: [{ platform: 'twitter', metrics: ['likes'] }],
        },
      ]);
    }
  });

  it('has no negative rate without an explanation, whatever is reported', async () => {
    const count = fc.integer({ min: -50, max: 50 });
    const report = fc.record({
      platform: fc.constantFrom('twitter' as const, 'linkedin' as const),
      item: fc.nat(1),
      numbers: fc.record({ impressions: count, likes: count, comments: count, clicks: count }, { requiredKeys: [] }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(report, { minLength: 1, maxLength: 5 }), async (reports) => {
        table.clear();
        const tenant = await newTenant();
        const items = [newId('content'), newId('content')];
        for (const { platform, item, numbers } of reports) {
          await reportMetrics(tenant, { platform, content_id: items[item]! }, numbers as Partial<Metrics>);
        }
        const { json } = await performance(tenant);
        const ranked = (await ranking(tenant)).json.data as { metrics: Json; corrections: unknown[] }[];
        const breakdown = json.breakdown as Record<string, number | null>[];
        const rates = [
          json.engagement_rate,
          ...[...breakdown, ...ranked.map((each) => each.metrics)].map((each) => each.engagement_rate),
        ];
        for (const rate of rates) expect(rate === null || Number(rate) >= 0).toBe(true);
        const isNegative = (each: Json) =>
          Object.entries(each).some(([name, value]) => name !== 'engagements' && Number(value) < 0);
        expect(correctionsOf({ json } as TestResponse).length > 0).toBe(breakdown.some(isNegative));
        for (const { metrics, corrections } of ranked) if (isNegative(metrics)) expect(corrections).not.toEqual([]);
      }),
      { numRuns: 40 },
    );
  });
});
