import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anomalyScore } from '../../../lib/analytics/rules/anomaly-score.ts';

const steady = (hours: number, first = 0) => ({ weights: new Array<number>(hours).fill(1), first });
const hours = (length: number, postsAt: (index: number) => number) =>
  Array.from({ length }, (_, index) => postsAt(index));

describe('anomalyScore', () => {
  it('expects the constant rate of a steady term, with the Poisson variance and that of the average', () => {
    const { observed, baseline, variance } = anomalyScore(
      hours(72, () => 2),
      steady(72),
      6,
    );
    expect([observed, baseline]).toEqual([12, 12]);
    expect(variance).toBeGreaterThan(12);
    expect(variance).toBeLessThan(12 * 1.4);
  });

  it('follows its formula: an EWMA of half-life 4 h, initialized with a day of the plain average', () => {
    // 66 hours of one post and a burst of nine in the hour right before the six that are compared.
    const posts = hours(72, (index) => (index < 65 ? 1 : index === 65 ? 9 : 3));
    const average = (65 + 9) / 66;
    const w = (age: number) => 2 ** (-age / 4);
    let [exposure, seen, squares] = [0, 0, 0];
    for (let age = 0; age < 24; age++) {
      exposure += w(age);
      seen += w(age) * (age === 0 ? 9 : 1);
      squares += w(age) ** 2;
    }
    const mean = (24 * average + seen) / (24 + exposure);
    let spread = 24 * mean;
    for (let age = 0; age < 24; age++) spread += w(age) * ((age === 0 ? 9 : 1) - mean) ** 2;
    const variance = Math.max(spread / (24 + exposure), mean);
    const uncertainty = (24 ** 2 / 66 + squares) / (24 + exposure) ** 2;
    const found = anomalyScore(posts, steady(72), 6);
    expect(found.baseline).toBeCloseTo(6 * mean, 3);
    expect(found.variance).toBeCloseTo(variance * (6 + 36 * uncertainty), 3);
    expect(found.z).toBeCloseTo((18 - 6 * mean) / (Math.sqrt(variance * (6 + 36 * uncertainty)) + 1), 3);
  });

  it('follows its formula with a daily cycle, which is the share of each hour', () => {
    const cycle = (index: number) => 1 + 0.8 * Math.sin((2 * Math.PI * index) / 24);
    const weights = hours(72, cycle);
    const posts = hours(72, (index) => (index * 7) % 5);
    const before = Array.from({ length: 66 }, (_, index) => ({
      x: posts[index]!,
      p: weights[index]!,
      w: index < 42 ? 0 : 2 ** (-(65 - index) / 4),
    }));
    const sum = (of: (hour: { x: number; p: number; w: number }) => number) =>
      before.reduce((total, hour) => total + of(hour), 0);
    const a = sum(({ x }) => x) / sum(({ p }) => p);
    const n = 24 + sum(({ w, p }) => w * p);
    const m = (24 * a + sum(({ w, x }) => w * x)) / n;
    const r = Math.max(m, a);
    const v = Math.max((24 * m + sum(({ w, x, p }) => w * (x - m * p) ** 2)) / n, r);
    const d = (24 ** 2 / sum(({ p }) => p) + sum(({ w, p }) => w ** 2 * p)) / n ** 2;
    const P = weights.slice(66).reduce((total, p) => total + p, 0);
    const found = anomalyScore(posts, { weights, first: 0 }, 6);
    expect(found.baseline).toBeCloseTo(r * P, 3);
    expect(found.variance).toBeCloseTo(v * (P + P ** 2 * d), 3);
  });

  it('halves the weight of a burst every four hours', () => {
    const raised = (ago: number) => {
      const posts = hours(144, (index) => (index === 141 - ago ? 101 : 1));
      return anomalyScore(posts, steady(144), 2).baseline / 2 - 1 - (24 * 100) / (142 * 30);
    };
    // The share of the burst in the plain average is subtracted, approximately: it does not decay.
    expect(raised(4) / raised(0)).toBeGreaterThan(0.45);
    expect(raised(4) / raised(0)).toBeLessThan(0.55);
  });

  it('expects at least the plain average after a quiet day', () => {
    const posts = hours(120, (index) => (index < 72 ? 2 : 0));
    expect(anomalyScore(posts, steady(120), 24).baseline).toBeCloseTo((24 * 2 * 72) / 96, 3);
  });

  it('computes a larger variance for an uneven history', () => {
    const even = anomalyScore(
      hours(96, () => 4),
      steady(96),
      12,
    );
    const uneven = anomalyScore(
      hours(96, (index) => (index % 8 === 0 ? 32 : 0)),
      steady(96),
      12,
    );
    expect(uneven.variance).toBeGreaterThan(4 * even.variance);
  });

  it('finds no anomaly in a known daily cycle, at any hour', () => {
    const cycle = (index: number) => 1 + 0.9 * Math.sin((2 * Math.PI * index) / 24);
    for (let shift = 0; shift < 24; shift++) {
      const rhythm = { weights: hours(120, (index) => cycle(index + shift)), first: 0 };
      const posts = hours(120, (index) => Math.round(50 * cycle(index + shift)));
      for (const length of [3, 6, 12, 24]) expect(anomalyScore(posts, rhythm, length).z).toBeLessThan(0.3);
    }
  });

  it('expects zero without a known history', () => {
    const posts = hours(72, (index) => (index === 71 ? 5 : 0));
    expect(anomalyScore(posts, steady(72, 70), 3)).toEqual({
      hours: 3,
      observed: 5,
      baseline: 0,
      variance: 1,
      z: 2,
    });
  });

  it('does not count the time before the first known hour as zero posts', () => {
    const posts = hours(72, (index) => (index >= 48 ? 3 : 0));
    expect(anomalyScore(posts, steady(72, 48), 6).baseline).toBe(18);
  });

  it('returns every number that z is computed from', () => {
    const anyPosts = fc.array(fc.nat(50), { minLength: 60, maxLength: 60 });
    fc.assert(
      fc.property(anyPosts, fc.constantFrom(3, 6, 12, 24), (posts, length) => {
        const { observed, baseline, variance, z } = anomalyScore(posts, steady(60), length);
        expect(z).toBeCloseTo((observed - Math.max(baseline, 1)) / (Math.sqrt(variance) + 1), 4);
        expect(variance).toBeGreaterThanOrEqual(Math.max(baseline, 1) - 1e-3);
      }),
    );
  });
});
