/** Metrics of a published post. See docs/reference/analytics.md. */
export const METRIC_NAMES = ['impressions', 'reach', 'likes', 'comments', 'shares', 'saves', 'clicks'] as const;
export type MetricName = (typeof METRIC_NAMES)[number];
/** Counts of one post, bucket or response. Null means not reported; zero means reported as zero. */
export type Metrics = Record<MetricName, number | null>;

/** No metric reported: the initial value of a sum. */
export const NO_METRICS: Readonly<Metrics> = metricsBy(() => null);

function metricsBy(count: (name: MetricName) => number | null): Metrics {
  return Object.fromEntries(METRIC_NAMES.map((name) => [name, count(name)])) as Metrics;
}

/**
 * Compute what a snapshot of totals adds to the buckets, which store increments.
 * `merged` are the totals to store as the next `previous` (null before the first). An unreported metric has a null
 * delta and keeps its total; a decreased total has a negative delta. So the sum of all deltas is the latest total.
 * Throws RangeError unless totals are non-negative integers.
 */
export function metricsDelta(previous: Metrics | null, next: Metrics): { delta: Metrics; merged: Metrics } {
  const before = previous ?? NO_METRICS;
  return {
    delta: metricsBy((name) => {
      const total = next[name];
      if (total === null) return null;
      if (!Number.isSafeInteger(total) || total < 0) throw new RangeError(`${name} is no count: ${total}`);
      return total - (before[name] ?? 0);
    }),
    merged: metricsBy((name) => next[name] ?? before[name]),
  };
}

/** Add two metrics. A sum is null only if both are null, so that no unreported metric becomes zero. */
export function addMetrics(one: Metrics, other: Metrics): Metrics {
  return metricsBy((name) => {
    const [a, b] = [one[name], other[name]];
    return a === null ? b : b === null ? a : a + b;
  });
}
