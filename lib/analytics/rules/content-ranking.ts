import type { Platform } from '../../platforms/platform.ts';
import { rateOrNull, totalEngagements } from './engagement-rate.ts';
import { addTotals, type LabelledItems } from './label-groups.ts';
import { METRIC_NAMES, type Metrics } from './metrics.ts';
import {
  type Correction,
  correctionsIn,
  platformsIn,
  ratedTotalOf,
  type TotalsByPlatform,
  totalOf,
} from './performance.ts';

/** Metrics that content items can be ranked by. */
export const RANKING_METRICS = [...METRIC_NAMES, 'engagements', 'engagement_rate'] as const;
export type RankingMetric = (typeof RANKING_METRICS)[number];
export type RankingOrder = 'top' | 'bottom';

/** Minimum impressions of a comparable rate: 2 likes of 3 impressions are 67 %. */
export const MIN_IMPRESSIONS = 100;

/** A ranked content item: its totals over the period, and the value it is ranked by. */
export interface RankedContent {
  content_id: string;
  platforms: Platform[];
  value: number | null; // Null if not reported, or if a rate has too few impressions: sorted last in either order.
  metrics: Metrics & { engagements: number | null; engagement_rate: number | null };
  corrections: Correction[];
}

/** Position in a ranking: the `value` and `content_id` of the item. */
export type RankingCursor = Pick<RankedContent, 'value' | 'content_id'>;

/**
 * Rank content items by one metric, largest first (`top`) or smallest first (`bottom`).
 * Unknown values are last in both orders; ties are ordered by id, newest first. `only` excludes items without data on
 * that platform; the sum of a metric over all others equals `/analytics/performance`.
 */
export function rankContent(
  sums: Iterable<readonly [contentId: string, sums: TotalsByPlatform]>,
  by: { metric: RankingMetric; order: RankingOrder; only: Platform | null },
): RankedContent[] {
  const ranked: RankedContent[] = [];
  for (const [content_id, byPlatform] of sums) {
    const platforms = platformsIn(byPlatform, by.only);
    if (platforms.length === 0) continue;
    const total = totalOf(byPlatform, by.only);
    const rated = ratedTotalOf(byPlatform, by.only);
    const metrics = { ...total, engagements: totalEngagements(total), engagement_rate: rateOrNull(rated) };
    const isTooFew = by.metric === 'engagement_rate' && (rated.impressions ?? 0) < MIN_IMPRESSIONS;
    const corrections = correctionsIn(byPlatform, by.only);
    ranked.push({ content_id, platforms, value: isTooFew ? null : metrics[by.metric], metrics, corrections });
  }
  return ranked.sort((a, b) => comparePositions(a, b, by.order));
}

/**
 * Rank labels by one metric over their items, as `rankContent` does items, without labels that have no data. An item with
 * several labels counts for each.
 */
export function rankLabels(
  sums: ReadonlyMap<string, TotalsByPlatform>,
  labels: readonly LabelledItems[],
  by: Parameters<typeof rankContent>[1],
) {
  const withData = labels.map(({ contentIds, ...label }) => {
    const found = contentIds
      .flatMap((id) => sums.get(id) ?? [])
      .filter((each) => platformsIn(each, by.only).length > 0);
    return { ...label, items: found.length, totals: addTotals(found) };
  });
  const byId = new Map(withData.map((label) => [label.id, label]));
  return rankContent(
    withData.map(({ id, totals }) => [id, totals] as const),
    by,
  ).map(({ content_id: label_id, value, metrics }) => {
    const { name, items } = byId.get(label_id)!;
    return { label_id, name, items, value, metrics };
  });
}

/** Return the items after a position. The item at the position may have moved or disappeared. */
export function afterCursor(ranked: RankedContent[], position: RankingCursor, order: RankingOrder): RankedContent[] {
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
