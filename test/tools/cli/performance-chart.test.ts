import { describe, expect, it } from 'vitest';
import type * as z from 'zod';
import type { ContentRankingResponse, PerformanceResponse } from '../../../lib/api/analytics-responses.ts';
import { NO_METRICS } from '../../../lib/domain/analytics/metrics.ts';
import { performanceChart } from '../../../tools/cli/performance-chart.ts';

type Performance = z.infer<typeof PerformanceResponse>;
type Compared = z.infer<typeof ContentRankingResponse>;

const PERIOD = { period: '7d', from: '2026-11-15T00:00:00.000Z', to: '2026-11-22T00:00:00.000Z' };
const AS_OF = '2026-11-21T23:11:35.075Z';

function performanceOf(rows: Performance['breakdown'], others: Partial<Performance> = {}): Performance {
  return {
    ...PERIOD,
    engagement_rate: 0,
    reach: 0,
    impressions: 0,
    clicks: 0,
    numerator: null,
    denominator: null,
    basis: '',
    as_of: AS_OF,
    coverage: rows.map(({ platform }) => ({ platform, published: 1, posts: 1, as_of: AS_OF, reports: [] })),
    breakdown: rows,
    ...others,
  };
}

function comparedOf(items: { title: string | null; value: number | null }[]): Compared {
  const metrics = { ...NO_METRICS, engagements: null, engagement_rate: null };
  return {
    ...PERIOD,
    data: items.map((item, index) => ({ content_id: `cnt_${index}`, platforms: [], metrics, ...item })),
    metric: 'engagements',
    order: 'top',
    min_impressions: 100,
    pagination: { total: items.length, limit: 10, has_more: false, next_cursor: null } as never,
  };
}

const row = (platform: 'twitter' | 'linkedin', numbers: Partial<Performance['breakdown'][number]>) => ({
  ...NO_METRICS,
  engagement_rate: null,
  ...numbers,
  platform,
});
const widthsIn = (chart: string) =>
  [...chart.matchAll(/class="bar" x="\d+" y="\d+" width="(\d+)"/g)].map(([, width]) => Number(width));
const count = (chart: string, part: string) => chart.split(part).length - 1;

describe('the chart', () => {
  it('has bars as long as their numbers, on one scale for a metric', () => {
    const rows = [row('twitter', { likes: 40 }), row('linkedin', { likes: 10 })];
    const [most, fourth] = widthsIn(performanceChart(performanceOf(rows), comparedOf([])));
    expect(fourth).toBe(most! / 4);
  });

  it('shows a zero as a line with its 0, and what is not reported as an empty bar that says so', () => {
    const rows = [row('twitter', { likes: 0, shares: 7 })];
    const chart = performanceChart(performanceOf(rows), comparedOf([]));
    expect(count(chart, 'class="zero"')).toBe(1);
    expect(chart).toContain('>0</text>');
    expect(count(chart, 'class="gap"')).toBe(5);
    expect(count(chart, '>not reported</text>')).toBe(5);
    expect(widthsIn(chart)).toHaveLength(1);
  });

  it('shows a platform that went silent, with the posts that went out there', () => {
    const coverage = [{ platform: 'instagram' as const, published: 3, posts: 0, as_of: null, reports: [] }];
    const chart = performanceChart(performanceOf([], { coverage }), comparedOf([]));
    expect(chart).toContain('3 posts went out');
    expect(count(chart, 'class="gap"')).toBe(7);
  });

  it('says the rate with the numbers it is made of, and none without impressions', () => {
    const rate = { engagement_rate: 4.4922, numerator: 23, denominator: 512 };
    const words = 'Engagement rate 4.4922 % = 100 · 23 / 512, as of 2026-11-21 23:11 UTC';
    expect(performanceChart(performanceOf([], rate), comparedOf([]))).toContain(words);
    const without = performanceChart(performanceOf([], { numerator: 2 }), comparedOf([]));
    expect(without).toContain('No engagement rate');
  });

  it('is well-formed whatever a title says', () => {
    const title = '<script>alert("&")</script>\u0000\ud800';
    const chart = performanceChart(performanceOf([]), comparedOf([{ title, value: 1 }]));
    expect(chart).toContain('&lt;script&gt;alert("&amp;")&lt;/script&gt; \ufffd');
    expect(chart).not.toContain('<script>');
  });

  it('shortens a long title, and calls an item without one by its id', () => {
    const items = [
      { title: '🎈'.repeat(80), value: 2 },
      { title: null, value: 1 },
    ];
    const chart = performanceChart(performanceOf([]), comparedOf(items));
    expect(chart).toContain(`>${'🎈'.repeat(39)}…<`);
    expect(chart).toContain('>cnt_1<');
  });

  it('of nothing says so, twice', () => {
    const chart = performanceChart(performanceOf([]), comparedOf([]));
    expect(count(chart, 'Nothing was published in this period.')).toBe(2);
  });
});
