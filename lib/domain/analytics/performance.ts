import { PLATFORMS, type Platform } from '../platform.ts';
import { engagementRate, rateOrNull, totalEngagements } from './engagement-rate.ts';
import { addMetrics, METRIC_NAMES, type Metrics, NO_METRICS } from './metrics.ts';
import { type Period, toPeriodView } from './time-buckets.ts';

/**
 * What was added within a period on one platform. `published` are the posts that went out in it, `posts` those
 * first measured in it. `asOf` is null when the platform has said nothing in the period.
 */
export interface PlatformTotals {
  metrics: Metrics;
  published: number;
  posts: number;
  asOf: string | null;
}

/** Sums by platform. Absent: nothing went out there in the period, and nothing was reported. */
export type TotalsByPlatform = Partial<Record<Platform, PlatformTotals>>;

const BASIS =
  '100 * (likes + comments + shares + saves + clicks) / impressions, sums over the period as reported by the platforms and to POST /engagements; a number a platform does not report adds nothing';

/**
 * The answer of `/analytics/performance`: the reference's five fields, where nothing measured is 0, and
 * beside them how they came about, where nothing reported is null. Contract, section 12.
 */
export function performanceOf(
  sums: TotalsByPlatform,
  only: Platform | null,
  period: Period,
): Record<string, unknown> {
  const covered = platformsIn(sums, only);
  // Nothing to break down where the platform has said nothing at all.
  const measured = covered.filter((platform) => sums[platform]!.asOf !== null);
  const total = totalOf(sums, only);
  const { denominator, rate } = engagementRate(total);
  const times = measured.flatMap((platform) => sums[platform]!.asOf ?? []).sort();
  return {
    engagement_rate: rate,
    reach: total.reach ?? 0,
    impressions: total.impressions ?? 0,
    clicks: total.clicks ?? 0,
    ...toPeriodView(period),
    numerator: totalEngagements(total),
    denominator: total.impressions === null ? null : denominator,
    basis: BASIS,
    as_of: times.at(-1) ?? null,
    coverage: covered.map((platform) => ({
      platform,
      published: sums[platform]!.published,
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

/** The platforms there are sums of, or the one that is asked for, if there are. */
export function platformsIn(sums: TotalsByPlatform, only: Platform | null): Platform[] {
  return PLATFORMS.filter((platform) => sums[platform] && (!only || platform === only));
}

/** The sum over these platforms. */
export function totalOf(sums: TotalsByPlatform, only: Platform | null): Metrics {
  return platformsIn(sums, only).reduce<Metrics>(
    (sum, platform) => addMetrics(sum, sums[platform]!.metrics),
    NO_METRICS,
  );
}
