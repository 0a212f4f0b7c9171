import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HOUR_MS, hourOf } from '../../lib/domain/buckets.ts';
import {
  measureTrends,
  rankTrends,
  type TermHistory,
  TREND_SUPPORT,
  TREND_Z,
  trendHistoryFrom,
} from '../../lib/domain/trends.ts';

const now = new Date('2027-03-10T14:25:00Z');

/** Posts by how many hours ago their hour was; 0 is the hour now running. */
function history(term: string, postsByAge: (age: number) => number, ages = 400): TermHistory {
  const counts = Array.from({ length: ages }, (_, age) => ({
    hour: hourOf(new Date(now.getTime() - age * HOUR_MS)),
    posts: postsByAge(age),
  }));
  return { term, counts: counts.filter(({ posts }) => posts > 0) };
}

const within = (from: number, to: number, posts: number) => (age: number) =>
  age >= from && age < to ? posts : 0;
const terms = (histories: TermHistory[], limit = 10) =>
  rankTrends(histories, now, '24h', limit).map((trend) => trend.term);

/** Something that was there in the oldest hour that matters, so that the quiet of the others is known. */
const old = history('old', within(71, 72, 1));

describe('measureTrends', () => {
  it('counts the posts of the window, the running hour being its last, and of the window before', () => {
    const counts = history(
      'term',
      (age) =>
        [1, 0, 0][age] ?? (age === 23 ? 10 : age === 24 ? 100 : age === 47 ? 1000 : age === 48 ? 5 : 0),
    );
    expect(measureTrends([counts], now, '24h')[0]).toMatchObject({ volume: 11, before: 1100 });
  });

  it('measures 7d windows in 168 hours', () => {
    const counts = history('term', (age) =>
      age === 167 ? 6 : age === 168 ? 2 : age === 335 ? 1 : age === 336 ? 50 : 0,
    );
    expect(measureTrends([counts], now, '7d')[0]).toMatchObject({ volume: 6, before: 3 });
  });

  it('ignores counts of hours that have not come', () => {
    const counts = [{ hour: hourOf(new Date(now.getTime() + HOUR_MS)), posts: 9 }];
    expect(measureTrends([{ term: 'term', counts }], now, '24h')[0]).toMatchObject({ volume: 0, before: 0 });
  });

  it.each([
    [0, 5, 100],
    [2, 5, 60],
    [10, 15, 50],
    [30, 20, -33.33],
  ])('gives growth from %i to %i posts as %f percent', (before, volume, growthRate) => {
    const counts = history('term', (age) => (age === 3 ? volume : age === 30 ? before : 0));
    expect(measureTrends([counts], now, '24h')[0]).toMatchObject({ volume, before, growthRate });
  });

  it('follows the EWMA recurrences over the rolling volumes of 24 hours', () => {
    // One post an hour, and 12 more in the last hour before the window: the last rolling volume is 36.
    const counts = history('term', (age) => (age < 24 ? 2 : age === 24 ? 13 : 1));
    const alpha = 1 - 2 ** (-1 / 4);
    const trend = measureTrends([counts], now, '24h')[0]!;
    expect(trend.baseline).toBeCloseTo(24 + alpha * 12, 3);
    expect(trend.variance).toBeCloseTo(Math.max((1 - alpha) * alpha * 144, 24 + alpha * 12), 3);
    expect(trend.volume).toBe(48);
  });

  it('takes the spread of the rolling volumes as variance when it is more than that of chance', () => {
    const counts = history('term', (age) => (age === 24 ? 100 : age === 47 ? 1 : 0));
    const alpha = 1 - 2 ** (-1 / 4);
    const trend = measureTrends([old, counts], now, '24h')[1]!;
    expect(trend.variance).toBeGreaterThan((1 - alpha) * alpha * 99 ** 2);
    expect(trend.variance).toBeGreaterThan(5 * trend.baseline);
  });

  it('shows every number z is made of', () => {
    const posts = fc.array(fc.nat(50), { minLength: 100, maxLength: 100 });
    fc.assert(
      fc.property(posts, (byAge) => {
        const trend = measureTrends([history('term', (age) => byAge[age] ?? 0)], now, '24h')[0]!;
        const z = (trend.volume - Math.max(trend.baseline, 1)) / (Math.sqrt(trend.variance) + 1);
        expect(trend.z).toBeCloseTo(z, 4);
        expect(trend.variance).toBeGreaterThanOrEqual(Math.max(trend.baseline, 1));
      }),
    );
  });

  it.each<['24h' | '7d', number]>([
    ['24h', 72],
    ['7d', 360],
  ])('needs for %s no hour before trendHistoryFrom', (window, hours) => {
    const from = trendHistoryFrom(now, window);
    expect(hourOf(new Date(from.getTime() + (hours - 1) * HOUR_MS))).toBe(hourOf(now));
    const whole = history('term', (age) => (age * 7) % 5);
    const counts = whole.counts.filter(({ hour }) => hour >= hourOf(from));
    expect(counts.length).toBeLessThan(whole.counts.length);
    expect(measureTrends([{ term: 'term', counts }], now, window)).toEqual(
      measureTrends([whole], now, window),
    );
  });

  it('takes the volume before as the baseline when there is no longer history', () => {
    const counts = history('term', within(0, 40, 1));
    expect(measureTrends([counts], now, '24h')[0]).toMatchObject({ volume: 24, before: 16, baseline: 16 });
  });

  it('adds up counts of the same hour', () => {
    const counts = [1, 2].map((posts) => ({ hour: hourOf(now), posts }));
    expect(measureTrends([{ term: 'term', counts }], now, '24h')[0]).toMatchObject({ volume: 3 });
  });

  it.each([-1, 0.5, Number.NaN])('refuses %d posts', (posts) => {
    const counts = [{ hour: hourOf(now), posts }];
    expect(() => measureTrends([{ term: 'term', counts }], now, '24h')).toThrow(RangeError);
  });
});

describe('rankTrends', () => {
  it('does not show a term that is always big, though it outnumbers the one that rises', () => {
    const big = history('big', () => 500);
    const rising = history('rising', (age) => (age < 24 ? 1 : age % 12 === 0 ? 1 : 0));
    expect(terms([big, rising])).toEqual(['rising']);
  });

  it('does not take the daily cycle for a trend, at any hour of the day', () => {
    for (let shift = 0; shift < 24; shift++) {
      const cycle = history('cycle', (age) =>
        Math.round(50 + 50 * Math.sin((2 * Math.PI * (age + shift)) / 24)),
      );
      expect(terms([cycle])).toEqual([]);
    }
  });

  it('does not show a term that falls', () => {
    expect(terms([history('falling', (age) => (age < 24 ? 1 : 5))])).toEqual([]);
  });

  it('shows a new term from five posts on', () => {
    expect(terms([old, history('four', within(2, 6, 1)), history('five', within(2, 7, 1))])).toEqual([
      'five',
    ]);
  });

  it('puts the more unusual count first, not the bigger one', () => {
    const bigger = history('bigger', (age) => (age < 24 ? 120 : 100));
    const unusual = history('unusual', (age) => (age < 24 ? 30 : 2));
    expect(terms([bigger, unusual])).toEqual(['unusual', 'bigger']);
  });

  it('breaks ties by volume, then by term', () => {
    // z is 2 for all: (5 − 1) / (√1 + 1) of the new terms, (10 − 4) / (√4 + 1) of the one known before.
    const known = history('known', (age) => (age === 0 ? 10 : age >= 24 && age % 6 === 0 ? 1 : 0));
    const twins = ['b', 'a', 'c'].map((term) => history(term, within(1, 6, 1)));
    expect(terms([old, ...twins, known])).toEqual(['known', 'a', 'b', 'c']);
  });

  it('answers at most `limit` terms, all with support and an unusual count, most unusual first', () => {
    const histories = fc.array(fc.array(fc.nat(8), { minLength: 72, maxLength: 72 }), { maxLength: 12 });
    fc.assert(
      fc.property(histories, fc.integer({ min: 1, max: 8 }), (byTerm, limit) => {
        const input = byTerm.map((byAge, index) => history(`t${index}`, (age) => byAge[age] ?? 0));
        const trends = rankTrends(input, now, '24h', limit);
        expect(trends.length).toBeLessThanOrEqual(limit);
        for (const [index, trend] of trends.entries()) {
          expect(trend.volume).toBeGreaterThanOrEqual(TREND_SUPPORT);
          expect(trend.z).toBeGreaterThanOrEqual(TREND_Z);
          expect(trend.z).toBeLessThanOrEqual(trends[index - 1]?.z ?? Number.POSITIVE_INFINITY);
        }
      }),
    );
  });

  it('ranks the same whatever the order of its input', () => {
    const histories = fc.array(fc.array(fc.nat(3), { minLength: 72, maxLength: 72 }), { maxLength: 8 });
    fc.assert(
      fc.property(histories, (byTerm) => {
        const input = byTerm.map((byAge, index) => history(`t${index}`, (age) => byAge[age] ?? 0));
        expect(rankTrends(input.toReversed(), now, '24h', 8)).toEqual(rankTrends(input, now, '24h', 8));
      }),
    );
  });
});
