import { round4 } from '../../core/values/rounding.ts';
import type { Metrics } from './metrics.ts';

/** The metrics that an engagement rate is computed from; `reach` is not one of them. */
export type EngagementSum = Pick<Metrics, 'impressions' | 'likes' | 'comments' | 'shares' | 'saves' | 'clicks'>;

/**
 * Compute the pooled engagement rate of a sum over posts, in percent. 100 · (likes + comments + shares + saves +
 * clicks) / impressions, rounded to 4 decimals; 0 without impressions, or when corrections by a platform make a sum
 * negative: it is then the sum of a part only, which defines no rate. Sums first and divides once: in a mean of rates,
 * a post with two impressions would weigh as much as one with a million. Unreported metrics (null) add nothing. See
 * docs/reference/analytics.md.
 */
export function engagementRate(sum: EngagementSum): { numerator: number; denominator: number; rate: number } {
  const numerator = (sum.likes ?? 0) + (sum.comments ?? 0) + (sum.shares ?? 0) + (sum.saves ?? 0) + (sum.clicks ?? 0);
  const denominator = sum.impressions ?? 0;
  const rate = denominator > 0 && numerator > 0 ? Math.round((1_000_000 * numerator) / denominator) / 10_000 : 0;
  return { numerator, denominator, rate };
}

/** Return the engagements of a sum, all kinds together; null if no kind was reported. */
export function totalEngagements(sum: EngagementSum): number | null {
  const isReported = [sum.likes, sum.comments, sum.shares, sum.saves, sum.clicks].some((each) => each !== null);
  return isReported ? engagementRate(sum).numerator : null;
}

/**
 * Return the pooled rate of a sum; null if no impressions or no engagements were reported, or one of them is negative.
 */
export function rateOrNull(sum: EngagementSum): number | null {
  const engagements = totalEngagements(sum);
  if (sum.impressions === null || engagements === null || sum.impressions < 0 || engagements < 0) return null;
  return engagementRate(sum).rate;
}

/** Return whether a post has a comparable rate: it has impressions and a reported engagement. */
export function isRated(totals: EngagementSum): boolean {
  return (totals.impressions ?? 0) > 0 && totalEngagements(totals) !== null;
}

/** Return the median of these rates, rounded to 4 decimals; null for an empty list. */
export function medianRate(rates: number[]): number | null {
  const middle = median(rates);
  return middle === null ? null : round4(middle);
}

/**
 * Compute the `engagement_score` of each tag, 0–100. The score is the mid-rank percentile of the median rate of the
 * posts with the tag among the rates of all posts of the workspace: 100 · (below + equal / 2) / all, rounded to an
 * integer. A typical tag has 50, and every tag has 50 while all rates are equal. The score is 0 if the tag or the
 * workspace has no rate. `allRates` must include the posts without the tag. See docs/reference/analytics.md.
 */
export function engagementScores(ratesByTag: Record<string, number[]>, allRates: number[]): Record<string, number> {
  const sorted = ascending(allRates);
  return Object.fromEntries(Object.entries(ratesByTag).map(([tag, rates]) => [tag, percentile(median(rates), sorted)]));
}

function ascending(rates: number[]): number[] {
  return rates.toSorted((a, b) => a - b);
}

/** Return the middle of these rates, or the mean of the two middle ones; null for an empty list. */
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

/** Count the leading elements of a sorted list that satisfy `holds`, by binary search. */
function countWhile(sorted: number[], holds: (rate: number) => boolean): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(sorted[middle]!)) low = middle + 1;
    else high = middle;
  }
  return low;
}
