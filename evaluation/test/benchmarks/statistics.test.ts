import { describe, expect, it } from 'vitest';
import { estimateMedian, median, quantile } from '../../benchmarks/statistics.ts';
import { seededRandom } from '../../trend-evaluation/seeded-random.ts';

describe('the median', () => {
  it('is the value in the middle, whatever the order', () => {
    expect(median([9, 1, 5])).toBe(5);
  });

  it('is the mean of the two in the middle of an even number', () => {
    expect(median([4, 1, 2, 100])).toBe(3);
  });

  it('of nothing is an error', () => {
    expect(() => median([])).toThrow('nothing');
  });
});

describe('the interval of a median', () => {
  it('is between two samples and contains the median of the samples', () => {
    const { median: middle, low, high } = estimateMedian([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    expect([low, middle, high]).toEqual([3, 6.5, 10]);
  });

  it('is the whole range of few samples', () => {
    expect(estimateMedian([3, 1, 2])).toEqual({ median: 2, low: 1, high: 3 });
  });

  it.each([6, 9, 12, 15, 30])('contains the true median at least 93 times in 100 with %i samples', (count) => {
    const random = seededRandom(1);
    let hits = 0;
    for (let trial = 0; trial < 4_000; trial++) {
      const { low, high } = estimateMedian(Array.from({ length: count }, random));
      if (low <= 0.5 && high >= 0.5) hits += 1;
    }
    expect(hits / 4_000).toBeGreaterThan(0.93);
  });
});

describe('a quantile', () => {
  it('is the smallest sample that the share of the samples does not exceed', () => {
    const samples = Array.from({ length: 100 }, (_, index) => index + 1).reverse();
    expect([quantile(samples, 0.5), quantile(samples, 0.99), quantile(samples, 1)]).toEqual([50, 99, 100]);
  });
});
