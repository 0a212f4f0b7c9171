import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  engagementRate,
  engagementScores,
  isRated,
  medianRate,
  rateOrNull,
  totalEngagements,
} from '../../../lib/analytics/rules/engagement-rate.ts';
import { addMetrics, type Metrics, NO_METRICS } from '../../../lib/analytics/rules/metrics.ts';

const nothing = { impressions: 0, likes: 0, comments: 0, shares: 0, saves: 0, clicks: 0 };

describe('engagementRate', () => {
  it('is the percentage of likes, comments, shares, saves and clicks among impressions', () => {
    expect(engagementRate({ impressions: 2000, likes: 1, comments: 20, shares: 300, saves: 4, clicks: 50 })).toEqual({
      numerator: 375,
      denominator: 2000,
      rate: 18.75,
    });
  });

  it('does not count reach', () => {
    const metrics = { ...NO_METRICS, reach: 500, impressions: 100, likes: 1 };
    expect(engagementRate(metrics).rate).toBe(1);
  });

  it('is rounded to 4 decimals', () => {
    expect(engagementRate({ ...nothing, impressions: 3, likes: 2 }).rate).toBe(66.6667);
  });

  it('is pooled: a post with many impressions outweighs a small one', () => {
    const small = { ...NO_METRICS, impressions: 2, likes: 2 };
    const big = { ...NO_METRICS, impressions: 998, likes: 8 };
    expect(engagementRate(addMetrics(small, big)).rate).toBe(1);
  });

  it('is 0 without impressions, whatever else was counted', () => {
    expect(engagementRate({ ...nothing, likes: 3 })).toEqual({ numerator: 3, denominator: 0, rate: 0 });
    expect(engagementRate(NO_METRICS)).toEqual({ numerator: 0, denominator: 0, rate: 0 });
    expect(engagementRate({ ...nothing, likes: 3, impressions: -2 }).rate).toBe(0);
  });
});

describe('totalEngagements', () => {
  it.each(['likes', 'comments', 'shares', 'saves', 'clicks'])(
    'is the sum of the reported kinds, also of %s alone',
    (name) => {
      expect(totalEngagements({ ...NO_METRICS, [name]: 0 })).toBe(0);
    },
  );

  it('is null when no kind was reported, whatever the impressions', () => {
    const seen: Metrics = { ...NO_METRICS, impressions: 300, reach: 200 };
    expect(totalEngagements(seen)).toBeNull();
  });
});

describe('rateOrNull, isRated', () => {
  it.each([
    ['impressions were not reported', { likes: 3 }, null, false],
    ['no engagement was reported', { impressions: 300 }, null, false],
    ['zero engagement was reported', { impressions: 300, saves: 0 }, 0, true],
    ['there were zero impressions', { impressions: 0, likes: 0 }, 0, false],
    ['some of those who saw it did something', { impressions: 300, likes: 3 }, 1, true],
  ])('when %s', (_, reported, rate, rated) => {
    const totals = { ...NO_METRICS, ...reported };
    expect([rateOrNull(totals), isRated(totals)]).toEqual([rate, rated]);
  });
});

describe('medianRate', () => {
  it.each<[number[], number | null]>([
    [[], null],
    [[3], 3],
    [[9, 1, 3], 3],
    [[0.1, 0.2], 0.15],
    [[0.0001, 0.0002], 0.0002],
  ])('of %j is %j', (rates, middle) => expect(medianRate(rates)).toBe(middle));
});

describe('engagementScores', () => {
  const all = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

  it('ranks the median of a tag among all rates, half of the equal ones counting as below', () => {
    const scores = engagementScores({ '#low': [1], '#top': [10], '#even': [4, 2, 9, 5], '#odd': [9, 1, 3] }, all);
    expect(scores).toEqual({ '#low': 5, '#top': 95, '#even': 40, '#odd': 25 });
  });

  it('uses the median, so that one outlier does not determine the score', () => {
    expect(engagementScores({ '#tag': [1, 1, 10] }, all)['#tag']).toBe(5);
  });

  it('returns 50 for every tag while all rates are equal', () => {
    expect(engagementScores({ '#a': [2], '#b': [2, 2] }, [2, 2, 2])).toEqual({ '#a': 50, '#b': 50 });
  });

  it('is 0 without any rate', () => {
    expect(engagementScores({ '#tag': [] }, all)).toEqual({ '#tag': 0 });
    expect(engagementScores({ '#tag': [3] }, [])).toEqual({ '#tag': 0 });
  });

  it('is a whole number from 0 to 100 for every tag, whatever its name', () => {
    const rates = fc.array(fc.double({ min: 0, max: 1e6, noNaN: true }));
    fc.assert(
      fc.property(fc.dictionary(fc.string(), rates), rates, (byTag, allRates) => {
        const scores = engagementScores(byTag, allRates);
        expect(Object.keys(scores).sort()).toEqual(Object.keys(byTag).sort());
        for (const score of Object.values(scores)) {
          expect(Number.isInteger(score) && score >= 0 && score <= 100).toBe(true);
        }
      }),
    );
  });

  it('never ranks a tag below another whose median is lower', () => {
    const rates = fc.array(fc.nat(20), { minLength: 1 });
    fc.assert(
      fc.property(fc.nat(20), fc.nat(20), rates, (one, other, allRates) => {
        const scores = engagementScores({ '#one': [one], '#other': [other] }, allRates);
        expect(Math.sign(scores['#one']! - scores['#other']!) * Math.sign(one - other)).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  it('does not reorder its input', () => {
    const rates = [3, 1, 2];
    engagementScores({ '#tag': rates }, rates);
    expect(rates).toEqual([3, 1, 2]);
  });
});
