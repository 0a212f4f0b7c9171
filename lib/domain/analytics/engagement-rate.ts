import { round4 } from '../rounding.ts';
import type { Metrics } from './metrics.ts';

/** The metrics an engagement rate is made of; `reach` is not one of them. */
export type EngagementSum = Pick<
  Metrics,
  'impressions' | 'likes' | 'comments' | 'shares' | 'saves' | 'clicks'
>;

/**
 * The pooled engagement rate of a sum over posts, in percent:
 * 100 · (likes + comments + shares + saves + clicks) / impressions, rounded to 4 decimals; 0 when there are
 * no impressions. Sum first and divide once: a mean of the posts' rates would let a post seen twice weigh
 * as much as one seen a million times. What is not reported (null) adds nothing. Contract, section 12.
 */
export function engagementRate(sum: EngagementSum): { numerator: number; denominator: number; rate: number } {
  const numerator =
    (sum.likes ?? 0) + (sum.comments ?? 0) + (sum.shares ?? 0) + (sum.saves ?? 0) + (sum.clicks ?? 0);
  const denominator = sum.impressions ?? 0;
  // Corrections by a platform can leave a period with fewer than no impressions: no rate follows from them.
  const rate = denominator > 0 ? Math.round((1_000_000 * numerator) / denominator) / 10_000 : 0;
  return { numerator, denominator, rate };
}

/** The engagements of a sum, all kinds together; null when no kind was reported, which is not zero. */
export function totalEngagements(sum: EngagementSum): number | null {
  const isReported = [sum.likes, sum.comments, sum.shares, sum.saves, sum.clicks].some(
    (each) => each !== null,
  );
  return isReported ? engagementRate(sum).numerator : null;
}

/** The pooled rate of a sum; null where no impressions were reported, or no engagement of any kind. */
export function rateOrNull(sum: EngagementSum): number | null {
  return sum.impressions === null || totalEngagements(sum) === null ? null : engagementRate(sum).rate;
}

/** Whether a post can be compared by its rate: somebody saw it, and what they did was reported. */
export function isRated(totals: EngagementSum): boolean {
  return (totals.impressions ?? 0) > 0 && totalEngagements(totals) !== null;
}

/** The median of these rates, rounded to 4 decimals as rates are shown; null of none. */
export function medianRate(rates: number[]): number | null {
  const middle = median(rates);
  return middle === null ? null : round4(middle);
}

/**
 * The `engagement_score` of each tag, 0–100: where the median rate of the tag's posts lies among the rates
 * of all the workspace's posts. It is the mid-rank percentile, 100 · (below + equal / 2) / all, rounded to
 * a whole number: an ordinary tag has 50, and so has every tag while all posts do equally well. 0 when the
 * tag has no rate or the workspace has none. Give `allRates` the posts without the tag as well.
 * Contract, section 12.
 */
export function engagementScores(
  ratesByTag: Record<string, number[]>,
  allRates: number[],
): Record<string, number> {
  const sorted = ascending(allRates);
  return Object.fromEntries(
    Object.entries(ratesByTag).map(([tag, rates]) => [tag, percentile(median(rates), sorted)]),
  );
}

function ascending(rates: number[]): number[] {
  return rates.toSorted((a, b) => a - b);
}

/** The middle of these rates, or the mean of the two in the middle; null of none. */
export function median(rates: number[]): number | null {
  const sorted = ascending(rates);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.ceil(sorted.length / 2) - 1];
  return upper === undefined || lower === undefined ? null : (lower + upper) / 2;
}

function percentile(rate: number | null, sorted: number[]): number {
  if (rate === null || sorted.length === 0) return 0;
  const below = countWhile(sorted, (other) => other < rate);
  const equal = countWhile(sorted, (other) => other <= rate) - below;
  return Math.round((100 * (below + equal / 2)) / sorted.length);
}

/** How many elements at the beginning of a sorted list hold; bisected, as a tag page asks it often. */
function countWhile(sorted: number[], holds: (rate: number) => boolean): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(sorted[middle]!)) low = middle + 1;
    else high = middle;
  }
  return low;
}
