import type { Period } from './buckets.ts';
import { engagementRate } from './engagement.ts';
import { addMetrics, METRIC_NAMES, type Metrics, NO_METRICS } from './metrics-delta.ts';
import { PLATFORMS, type Platform } from './platform.ts';

/** What was added within a period by one platform. `posts` are those first measured in it. */
export interface PlatformSum {
  metrics: Metrics;
  posts: number;
  asOf: string | null;
}

const ENGAGEMENTS = ['likes', 'comments', 'shares', 'saves', 'clicks'] as const;

const BASIS =
  '100 * (likes + comments + shares + saves + clicks) / impressions, sums over the period as reported by the platforms and to POST /engagements; a number a platform does not report adds nothing';

/**
 * The answer of `/analytics/performance`: the reference's five fields, where nothing measured is 0, and
 * beside them how they came about, where nothing reported is null. Contract, section 12.
 */
export function performanceOf(
  sums: Partial<Record<Platform, PlatformSum>>,
  only: Platform | null,
  period: Period,
): Record<string, unknown> {
  const measured = PLATFORMS.filter((platform) => sums[platform] && (!only || platform === only));
  const total = measured.reduce<Metrics>(
    (sum, platform) => addMetrics(sum, sums[platform]!.metrics),
    NO_METRICS,
  );
  const { numerator, denominator, rate } = engagementRate(total);
  const isEngagementReported = ENGAGEMENTS.some((name) => total[name] !== null);
  const times = measured.flatMap((platform) => sums[platform]!.asOf ?? []).sort();
  return {
    engagement_rate: rate,
    reach: total.reach ?? 0,
    impressions: total.impressions ?? 0,
    clicks: total.clicks ?? 0,
    period: period.label,
    from: period.from.toISOString(),
    to: period.to.toISOString(),
    numerator: isEngagementReported ? numerator : null,
    denominator: total.impressions === null ? null : denominator,
    basis: BASIS,
    as_of: times.at(-1) ?? null,
    coverage: measured.map((platform) => ({
      platform,
      posts: sums[platform]!.posts,
      as_of: sums[platform]!.asOf,
      reports: METRIC_NAMES.filter((name) => sums[platform]!.metrics[name] !== null),
    })),
    breakdown: measured.map((platform) => ({
      platform,
      engagement_rate: rateOrNull(sums[platform]!.metrics),
      ...sums[platform]!.metrics,
    })),
  };
}

/** A platform's own rate; null where it reports no impressions to divide by. */
function rateOrNull(metrics: Metrics): number | null {
  return metrics.impressions === null ? null : engagementRate(metrics).rate;
}
