import { PLATFORMS, type Platform, reportsImpressions } from '../../platforms/platform.ts';
import { engagementRate, rateOrNull, totalEngagements } from './engagement-rate.ts';
import { addMetrics, METRIC_NAMES, type MetricName, type Metrics, NO_METRICS } from './metrics.ts';
import type { pollingStops } from './polling-stops.ts';
import { type Period, toPeriodView } from './time-buckets.ts';

/** Totals of one platform in a period: `posts` are first measured in it; `asOf` is null if unreported. */
export type PlatformTotals = { metrics: Metrics; published: number; posts: number; asOf: string | null };
/** Totals by platform. Absent if nothing was published or reported in the period. */
export type TotalsByPlatform = Partial<Record<Platform, PlatformTotals>>;

/** The metrics of a platform whose sum over a period is negative, and why. */
export type Correction = { platform: Platform; metrics: MetricName[]; detail: string };

const CORRECTION_DETAIL =
  'The platform lowered earlier totals by more than it added in the period. The sums of all periods still match its latest totals. A negative sum has no rate: engagement_rate is 0, or null in breakdown and rankings.';

const BASIS =
  '100 * (likes + comments + shares + saves + clicks) / impressions, sums over the period as reported by the platforms and to POST /engagements, only of platforms that report impressions; a number a platform does not report adds nothing';

/**
 * Build the response of `/analytics/performance`. See docs/reference/analytics.md.
 * `stops`: why metrics are no longer polled. The five fields of the reference are 0 if nothing was measured; the additional ones are null if nothing was reported.
 */
export function performanceOf(
  sums: TotalsByPlatform,
  only: Platform | null,
  period: Period,
  stops: ReturnType<typeof pollingStops> = {},
): Record<string, unknown> {
  const covered = platformsIn(sums, only);
  // The breakdown omits platforms that reported nothing.
  const measured = covered.filter((platform) => sums[platform]!.asOf !== null);
  const total = totalOf(sums, only);
  const rated = ratedTotalOf(sums, only);
  const { denominator, rate } = engagementRate(rated);
  const times = measured.flatMap((platform) => sums[platform]!.asOf ?? []).sort();
  return {
    engagement_rate: rate,
    reach: total.reach ?? 0,
    impressions: total.impressions ?? 0,
    clicks: total.clicks ?? 0,
    ...toPeriodView(period),
    numerator: totalEngagements(rated),
    denominator: rated.impressions === null ? null : denominator,
    basis: BASIS,
    as_of: times.at(-1) ?? null,
    coverage: covered.map((platform) => ({
      platform,
      published: sums[platform]!.published,
      posts: sums[platform]!.posts,
      as_of: sums[platform]!.asOf,
      reports: METRIC_NAMES.filter((name) => sums[platform]!.metrics[name] !== null),
      stopped: stops[platform] ?? [],
    })),
    breakdown: measured.map((platform) => ({
      platform,
      engagement_rate: rateOrNull(ratedTotalOf(sums, platform)),
      ...sums[platform]!.metrics,
    })),
    corrections: correctionsIn(sums, only),
  };
}

/** Explain the negative sums of a period, by platform; only those of `only` if given. */
export function correctionsIn(sums: TotalsByPlatform, only: Platform | null): Correction[] {
  return platformsIn(sums, only).flatMap((platform) => {
    const metrics = METRIC_NAMES.filter((name) => (sums[platform]!.metrics[name] ?? 0) < 0);
    return metrics.length > 0 ? [{ platform, metrics, detail: CORRECTION_DETAIL }] : [];
  });
}

/** Return the platforms that have totals, restricted to `only` if given. */
export function platformsIn(sums: TotalsByPlatform, only: Platform | null): Platform[] {
  return PLATFORMS.filter((platform) => sums[platform] && (!only || platform === only));
}

/** Return the sum over these platforms. */
export function totalOf(sums: TotalsByPlatform, only: Platform | null): Metrics {
  return sumOver(sums, platformsIn(sums, only));
}

/**
 * Return the sum of the engagement rate: only of platforms that report impressions. Engagements on the others have no
 * impressions to be divided by and would raise the rate. The platform decides, not the sum: views from POST
 * /engagements may be those of one post of many, and the numerators of adjacent periods would not add up.
 */
export function ratedTotalOf(sums: TotalsByPlatform, only: Platform | null): Metrics {
  return sumOver(sums, platformsIn(sums, only).filter(reportsImpressions));
}

function sumOver(sums: TotalsByPlatform, platforms: Platform[]): Metrics {
  return platforms.map((platform) => sums[platform]!.metrics).reduce<Metrics>(addMetrics, NO_METRICS);
}
