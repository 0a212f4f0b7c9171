import { describe, expect, it } from 'vitest';
import { NO_METRICS } from '../../../lib/analytics/rules/metrics.ts';
import { type PlatformTotals, performanceOf } from '../../../lib/analytics/rules/performance.ts';

const period = { from: new Date('2027-03-01T00:00:00Z'), to: new Date('2027-03-08T00:00:00Z'), label: '7d' };

function sum(
  metrics: Partial<PlatformTotals['metrics']>,
  asOf: string | null,
  posts = 1,
  published = 0,
): PlatformTotals {
  return { metrics: { ...NO_METRICS, ...metrics }, published, posts, asOf };
}

const sums = {
  twitter: sum({ impressions: 900, likes: 9, clicks: 0 }, '2027-03-07T10:00:00.000Z', 2),
  instagram: sum({ impressions: 100, reach: 80, likes: 5, saves: 6 }, '2027-03-07T12:00:00.000Z'),
};

describe('performanceOf', () => {
  it('returns the five fields of the reference as sums over the platforms', () => {
    expect(performanceOf(sums, null, period)).toMatchObject({
      engagement_rate: 2,
      reach: 80,
      impressions: 1000,
      clicks: 0,
      period: '7d',
    });
  });

  it('returns 0 in them, and null as the time, when nothing was measured', () => {
    expect(performanceOf({}, null, period)).toMatchObject({
      engagement_rate: 0,
      reach: 0,
      impressions: 0,
      clicks: 0,
      as_of: null,
      coverage: [],
      breakdown: [],
    });
  });

  it('returns the pooled rate with its sums, not the mean of 1 % and 11 %', () => {
    expect(performanceOf(sums, null, period)).toMatchObject({
      numerator: 20,
      denominator: 1000,
      engagement_rate: 2,
    });
  });

  it('returns the start and end of the period in UTC', () => {
    expect(performanceOf(sums, null, period)).toMatchObject({
      from: '2027-03-01T00:00:00.000Z',
      to: '2027-03-08T00:00:00.000Z',
    });
  });

  it('returns for each platform the number of posts, the time and the reported metrics', () => {
    expect(performanceOf(sums, null, period).coverage).toEqual([
      {
        platform: 'instagram',
        published: 0,
        posts: 1,
        as_of: '2027-03-07T12:00:00.000Z',
        reports: ['impressions', 'reach', 'likes', 'saves'],
        stopped: [],
      },
      {
        platform: 'twitter',
        published: 0,
        posts: 2,
        as_of: '2027-03-07T10:00:00.000Z',
        reports: ['impressions', 'likes', 'clicks'],
        stopped: [],
      },
    ]);
  });

  it('covers a platform with publications and without reports, but does not break it down', () => {
    const silent = { ...sums, linkedin: sum({}, null, 0, 3) };
    const { coverage, breakdown, impressions } = performanceOf(silent, null, period);
    expect(coverage).toContainEqual({
      platform: 'linkedin',
      published: 3,
      posts: 0,
      as_of: null,
      reports: [],
      stopped: [],
    });
    expect(breakdown).toEqual(performanceOf(sums, null, period).breakdown);
    expect(impressions).toBe(1000);
  });

  it('breaks down by platform, null for unreported and 0 for zero metrics', () => {
    expect(performanceOf(sums, null, period).breakdown).toEqual([
      { platform: 'instagram', engagement_rate: 11, ...sums.instagram.metrics },
      { platform: 'twitter', engagement_rate: 1, ...sums.twitter.metrics },
    ]);
    expect(performanceOf(sums, 'twitter', period).breakdown).toMatchObject([{ reach: null, clicks: 0 }]);
  });

  it('returns null as numerator, denominator and rate of unreported metrics, and zeros of zero ones', () => {
    const seen = performanceOf({ instagram: sum({ impressions: 100, reach: 80 }, '2027-03-07T12:00Z') }, null, period);
    expect(seen).toMatchObject({ engagement_rate: 0, numerator: null, denominator: 100 });
    expect(seen.breakdown).toMatchObject([{ impressions: 100, engagement_rate: null }]);
    const liked = performanceOf({ linkedin: sum({ likes: 3 }, '2027-03-07T12:00Z') }, null, period);
    expect(liked).toMatchObject({ engagement_rate: 0, impressions: 0, numerator: 3, denominator: null });
    expect(liked.breakdown).toMatchObject([{ impressions: null, engagement_rate: null }]);
    const none = performanceOf({ twitter: sum({ impressions: 0, likes: 0 }, '2027-03-07T12:00Z') }, null, period);
    expect(none).toMatchObject({ numerator: 0, denominator: 0, breakdown: [{ engagement_rate: 0 }] });
  });

  it('returns the time of the newest poll of any platform', () => {
    expect(performanceOf(sums, null, period).as_of).toBe('2027-03-07T12:00:00.000Z');
  });

  it('returns null as the time while no platform has one', () => {
    expect(performanceOf({ twitter: sum({}, null) }, null, period).as_of).toBeNull();
  });

  it('is restricted to one platform only on request', () => {
    const only = performanceOf(sums, 'twitter', period);
    expect(only).toMatchObject({
      engagement_rate: 1,
      impressions: 900,
      reach: 0,
      as_of: '2027-03-07T10:00:00.000Z',
    });
    expect(only.coverage).toMatchObject([{ platform: 'twitter' }]);
  });

  it('is empty for a platform without numbers', () => {
    expect(performanceOf(sums, 'linkedin', period)).toMatchObject({
      impressions: 0,
      coverage: [],
      breakdown: [],
    });
  });
});
