/** What is counted of a published post. Reference, section 2, and contract, section 12. */
export const METRIC_NAMES = [
  'impressions',
  'reach',
  'likes',
  'comments',
  'shares',
  'saves',
  'clicks',
] as const;

export type MetricName = (typeof METRIC_NAMES)[number];

/** Counts of one post, one bucket or one answer. Null: not reported. Zero: reported, and it was zero. */
export type Metrics = Record<MetricName, number | null>;

/** Nothing reported: what a sum starts from. */
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
 * What a snapshot adds. Platforms report totals since publication; buckets hold what came in their hour, so
 * the difference to the latest totals known is what is added to a bucket. `merged` are the latest totals
 * after this snapshot, to be stored as the next `previous` (null before the first).
 *
 * A number that is not reported adds null and leaves its latest total as it was. A first number counts from
 * zero. A total that went down (spam removed, likes withdrawn) gives a negative delta. So for every metric
 * the sum of all deltas is the latest total, and null while nothing was ever reported. Totals must be whole
 * and not negative, otherwise RangeError: an adapter turns what it cannot read into null before this.
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

/** Two metrics summed. Null only where neither says anything, so that nothing unreported becomes a zero. */
export function addMetrics(one: Metrics, other: Metrics): Metrics {
  return metricsBy((name) => {
    const [a, b] = [one[name], other[name]];
    return a === null ? b : b === null ? a : a + b;
  });
}
