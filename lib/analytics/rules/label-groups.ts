import { PLATFORMS, type Platform } from '../../platforms/platform.ts';
import { rateOrNull } from './engagement-rate.ts';
import { addMetrics } from './metrics.ts';
import { platformsIn, ratedTotalOf, type TotalsByPlatform, totalOf } from './performance.ts';

/** What analytics can be grouped by: the kinds of labels. */
export const GROUP_KINDS = ['label', 'campaign'] as const;

/** Add the totals of items, by platform. */
export function addTotals(items: Iterable<TotalsByPlatform>): TotalsByPlatform {
  const sums: TotalsByPlatform = {};
  for (const totals of items) {
    for (const platform of PLATFORMS) {
      const [sum, added] = [sums[platform], totals[platform]];
      if (!added) continue;
      sums[platform] = sum
        ? {
            metrics: addMetrics(sum.metrics, added.metrics),
            published: sum.published + added.published,
            posts: sum.posts + added.posts,
            asOf:
              [sum.asOf, added.asOf]
                .filter((at) => at !== null)
                .sort()
                .at(-1) ?? null,
          }
        : added;
    }
  }
  return sums;
}

/** A label or a campaign with the ids of its items. */
export type LabelledItems = { id: string; name: string; contentIds: readonly string[] };

/**
 * Sum the metrics of the items of each label, those with the most posts first, without labels that have none. An item
 * with several labels counts for each.
 */
export function labelGroups(
  sums: ReadonlyMap<string, TotalsByPlatform>,
  labels: readonly LabelledItems[],
  only: Platform | null,
) {
  const groups = labels.flatMap(({ id, name, contentIds }) => {
    const totals = addTotals(contentIds.flatMap((contentId) => sums.get(contentId) ?? []));
    const platforms = platformsIn(totals, only);
    if (platforms.length === 0) return [];
    const published = platforms.reduce((sum, platform) => sum + totals[platform]!.published, 0);
    const posts = platforms.reduce((sum, platform) => sum + totals[platform]!.posts, 0);
    const engagement_rate = rateOrNull(ratedTotalOf(totals, only));
    return [{ label_id: id, name, published, posts, engagement_rate, ...totalOf(totals, only) }];
  });
  return groups.sort((a, b) => b.published - a.published || b.posts - a.posts || (a.name < b.name ? -1 : 1));
}
