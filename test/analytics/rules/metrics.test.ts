import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addMetrics,
  METRIC_NAMES,
  type MetricName,
  type Metrics,
  metricsDelta,
  NO_METRICS,
} from '../../../lib/analytics/rules/metrics.ts';

const count = fc.option(fc.nat(1_000_000), { nil: null });
const metrics: fc.Arbitrary<Metrics> = fc.record(
  Object.fromEntries(METRIC_NAMES.map((name) => [name, count])) as Record<MetricName, typeof count>,
);

function replay(snapshots: Metrics[]): { sum: Metrics; merged: Metrics | null } {
  let merged: Metrics | null = null;
  let sum: Metrics = NO_METRICS;
  for (const snapshot of snapshots) {
    const step = metricsDelta(merged, snapshot);
    merged = step.merged;
    sum = addMetrics(sum, step.delta);
  }
  return { sum, merged };
}

describe('metricsDelta', () => {
  it('returns deltas whose sum is the latest total, whatever was reported, missing or corrected', () => {
    fc.assert(
      fc.property(fc.array(metrics, { minLength: 1 }), (snapshots) => {
        const { sum, merged } = replay(snapshots);
        expect(sum).toEqual(merged);
      }),
    );
  });

  it('keeps the last reported total of each metric, and null if none was reported', () => {
    fc.assert(
      fc.property(fc.array(metrics, { minLength: 1 }), (snapshots) => {
        const { merged } = replay(snapshots);
        for (const name of METRIC_NAMES) {
          expect(merged![name]).toBe(snapshots.map((one) => one[name]).findLast((n) => n !== null) ?? null);
        }
      }),
    );
  });

  it('returns null deltas exactly for the metrics missing in the snapshot', () => {
    fc.assert(
      fc.property(fc.option(metrics, { nil: null }), metrics, (previous, next) => {
        const { delta } = metricsDelta(previous, next);
        for (const name of METRIC_NAMES) expect(delta[name] === null).toBe(next[name] === null);
      }),
    );
  });

  it('counts a first total from zero, and distinguishes a reported zero from null', () => {
    const { delta, merged } = metricsDelta(null, { ...NO_METRICS, likes: 7, saves: 0 });
    expect(delta).toEqual({ ...NO_METRICS, likes: 7, saves: 0 });
    expect(merged).toEqual(delta);
  });

  it('returns a negative delta for a decreased total', () => {
    const before = { ...NO_METRICS, likes: 10, reach: 5 };
    expect(metricsDelta(before, { ...NO_METRICS, likes: 8 })).toEqual({
      delta: { ...NO_METRICS, likes: -2 },
      merged: { ...NO_METRICS, likes: 8, reach: 5 },
    });
  });

  it('returns zero deltas for a repeated snapshot', () => {
    fc.assert(
      fc.property(metrics, (snapshot) => {
        const { delta } = metricsDelta(metricsDelta(null, snapshot).merged, snapshot);
        for (const name of METRIC_NAMES) expect(delta[name]).toBe(snapshot[name] === null ? null : 0);
      }),
    );
  });

  it('does not change its input', () => {
    const previous = Object.freeze({ ...NO_METRICS, likes: 1 });
    const next = Object.freeze({ ...NO_METRICS, likes: 2 });
    expect(metricsDelta(previous, next).delta.likes).toBe(1);
  });

  it.each([-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])('rejects %d as a total', (likes) => {
    expect(() => metricsDelta(null, { ...NO_METRICS, likes })).toThrow(/likes/);
  });
});

describe('addMetrics', () => {
  it('is null only if both are null', () => {
    const sum = addMetrics({ ...NO_METRICS, likes: 1, clicks: 0 }, { ...NO_METRICS, likes: 2, reach: 3 });
    expect(sum).toEqual({ ...NO_METRICS, likes: 3, clicks: 0, reach: 3 });
  });
});
