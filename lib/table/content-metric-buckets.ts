import type { TotalsByPlatform } from '../domain/analytics/performance.ts';
import { bucketsOf, type Period } from '../domain/analytics/time-buckets.ts';
import { addBucket } from './metric-buckets.ts';
import { queryPages } from './read.ts';
import { isSupportedSchema, partition } from './schema.ts';

/** Buckets that are read for one answer. 8 MB or so, a second's work. */
export const MAX_BUCKETS_PER_REQUEST = 20_000;

const AT_ONCE = 8;

/**
 * The sums over a period of every item that has any, by its id; null when they are in more than 20,000
 * buckets. An item has one for each day, or four hours at the edges, in which there was news of it. Up to
 * eight partitions are read side by side, so a refusal costs that many pages more, and never answers a part.
 */
export async function sumContentBuckets(
  workspaceId: string,
  period: Period,
): Promise<Map<string, TotalsByPlatform> | null> {
  const sums = new Map<string, TotalsByPlatform>();
  const left = bucketsOf(period);
  let read = 0;
  const work = async () => {
    for (let next = left.pop(); next && read <= MAX_BUCKETS_PER_REQUEST; next = left.pop()) {
      const { time, hours } = next;
      const pk = partition('ContentBucket', 'pk', { workspace_id: workspaceId, time });
      for await (const items of queryPages({ pk })) {
        read += items.length;
        if (read > MAX_BUCKETS_PER_REQUEST) return;
        for (const item of items.filter(isSupportedSchema)) {
          const id = String(item.sk);
          const ofItem = sums.get(id) ?? {};
          addBucket(ofItem, item, hours);
          if (Object.keys(ofItem).length > 0) sums.set(id, ofItem);
        }
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return read > MAX_BUCKETS_PER_REQUEST ? null : sums;
}
