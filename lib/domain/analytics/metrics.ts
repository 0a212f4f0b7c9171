/** Metrics of a published post. Reference, section 2, and contract, section 12. */
export const METRIC_NAMES = ['impressions', 'reach', 'likes', 'comments', 'shares', 'saves', 'clicks'] as const;
export type MetricName = (typeof METRIC_NAMES)[number];
/** Counts of one post, bucket or response. Null means not reported; zero means reported as zero. */
export type Metrics = Record<MetricName, number | null>;

/** No metric reported: the initial value of a sum. */
export const NO_METRICS: Readonly<Metrics> = {
  impressions: null,
  reach: null,
  likes: null,
  comments: null,
  shares: null,
  saves: null,
  clicks: null,
};

function metricsBy(count: (name: MetricName) => number | null): Metrics {
  return Object.fromEntries(METRIC_NAMES.map((name) => [name, count(name)])) as Metrics;
}

/**
 * Compute what a snapshot adds to the buckets.
 * Platforms report totals since publication and buckets store increments, so the delta is the difference to the latest
 * known totals. `merged` are the latest totals after this snapshot, to be stored as the next `previous` (null before
 * the first). An unreported metric has a null delta and keeps its latest total. A first total counts from zero. A
 * decreased total (spam removed, likes withdrawn) has a negative delta. So the sum of all deltas of a metric is its
 * latest total, and null if it was never reported. Throws RangeError unless totals are non-negative integers: a
 * platform adapter converts unreadable values to null first.
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
