import type { Platform } from '../platform.ts';
import { rateOrNull, totalEngagements } from './engagement-rate.ts';
import { METRIC_NAMES, type Metrics } from './metrics.ts';
import { platformsIn, type TotalsByPlatform, totalOf } from './performance.ts';

/** What items can be compared by. */
export const RANKING_METRICS = [...METRIC_NAMES, 'engagements', 'engagement_rate'] as const;

export type RankingMetric = (typeof RANKING_METRICS)[number];

export type RankingOrder = 'top' | 'bottom';

/** A rate over fewer impressions than these says too little to be compared: 2 likes of 3 who looked are 67 %. */
export const MIN_IMPRESSIONS = 100;

/** An item among others: its sums over the period, and the value it is compared by. */
export interface RankedContent {
  content_id: string;
  platforms: Platform[];
  /** Null when it was not reported, or is a rate over too few impressions: it is last then in either order. */
  value: number | null;
  metrics: Metrics & { engagements: number | null; engagement_rate: number | null };
}

/** A place in a ranking: what `value` and `content_id` the item there has. */
export type RankingCursor = Pick<RankedContent, 'value' | 'content_id'>;

/**
 * The items by one number, largest first (`top`) or smallest (`bottom`). What is not known is no zero, so it
 * is last in both. Items with the same value come by their ids, the newest first. With `only`, items that have
 * nothing on that platform are left out; all others are there, so that the sum of a metric over the ranking is
 * that of `/analytics/performance` for the same period.
 */
export function rankContent(
  sums: Iterable<[contentId: string, sums: TotalsByPlatform]>,
  by: { metric: RankingMetric; order: RankingOrder; only: Platform | null },
): RankedContent[] {
  const ranked: RankedContent[] = [];
  for (const [content_id, ofItem] of sums) {
    const platforms = platformsIn(ofItem, by.only);
    if (platforms.length === 0) continue;
    const total = totalOf(ofItem, by.only);
    const metrics = { ...total, engagements: totalEngagements(total), engagement_rate: rateOrNull(total) };
    const isTooFew = by.metric === 'engagement_rate' && (total.impressions ?? 0) < MIN_IMPRESSIONS;
    ranked.push({ content_id, platforms, value: isTooFew ? null : metrics[by.metric], metrics });
  }
  return ranked.sort((a, b) => comparePositions(a, b, by.order));
}

/** What comes after a place, whether an item is there or not: one whose value has changed may have moved. */
export function afterCursor(
  ranked: RankedContent[],
  position: RankingCursor,
  order: RankingOrder,
): RankedContent[] {
  return ranked.filter((each) => comparePositions(each, position, order) > 0);
}

function comparePositions(a: RankingCursor, b: RankingCursor, order: RankingOrder): number {
  if (a.value !== b.value) {
    if (a.value === null) return 1;
    if (b.value === null) return -1;
    return order === 'top' ? b.value - a.value : a.value - b.value;
  }
  return a.content_id === b.content_id ? 0 : a.content_id < b.content_id ? 1 : -1;
}
