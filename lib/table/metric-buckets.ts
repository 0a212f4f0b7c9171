import { METRIC_NAMES, NO_METRICS } from '../domain/analytics/metrics.ts';
import type { PlatformTotals, TotalsByPlatform } from '../domain/analytics/performance.ts';
import type { MetricsDelta } from '../domain/analytics/post-metrics.ts';
import { type BucketKey, bucketKeysAt, bucketsOf, type Period } from '../domain/analytics/time-buckets.ts';
import { PLATFORMS, type Platform } from '../domain/platform.ts';
import type { Increment } from './commit.ts';
import { loadAll, queryPages } from './read.ts';
import { entityAttributes, type Item, isSupportedSchema, keyOf, partition } from './schema.ts';

/** Scope of a bucket that sums over all items of a workspace. Single items have ContentBuckets. */
const ALL_CONTENT = 'all';

/** Increment of the buckets of `at`: `deltas`, and the number of `posts` measured for the first time. */
export type BucketIncrement = BucketTarget & Pick<MetricsDelta, 'deltas' | 'posts' | 'at'>;
type BucketTarget = Pick<MetricsDelta, 'workspace_id' | 'content_id' | 'platform'>;

/** Build the increments of a metrics delta. `knownAt` (ISO 8601) is when it became known, if that differs from `at`. */
export function bucketWrites(delta: BucketIncrement, knownAt = delta.at): Increment[] {
  const { deltas, posts, at } = delta;
  const by: Record<string, number> = { posts };
  // A metric reported as unchanged is written too: zero differs from not reported.
  for (const name of METRIC_NAMES) if (deltas[name] !== null) by[name] = deltas[name];
  return increments(delta, at, by, { as_of: knownAt });
}

/** Build the increments that count a published post, even on a platform that reports no metrics. */
export function publicationWrites(post: BucketTarget & { published_at: string }): Increment[] {
  return increments(post, post.published_at, { published: 1 }, {});
}

function increments(
  { workspace_id, content_id, platform }: BucketTarget,
  at: string,
  numbers: Record<string, number>,
  texts: Record<string, string>,
): Increment[] {
  return bucketKeysAt(new Date(at)).flatMap((bucket) => {
    const prefix = prefixOf(bucket, platform);
    const values = { workspace_id, content_id, scope: ALL_CONTENT, time: bucket.time };
    return (['Bucket', 'ContentBucket'] as const).map((entity) => ({
      increment: keyOf(entity, values),
      by: prefixed(prefix, numbers),
      set: { ...entityAttributes(entity), ...prefixed(prefix, texts) },
    }));
  });
}

/** Return the prefix of the attributes of an hour, or of the day, and a platform. */
function prefixOf({ hour }: Pick<BucketKey, 'hour'>, platform: Platform): string {
  return hour === null ? `${platform}|` : `${hour}|${platform}|`;
}

function prefixed<T>(prefix: string, attributes: Record<string, T>): Record<string, T> {
  return Object.fromEntries(Object.entries(attributes).map(([name, value]) => [`${prefix}${name}`, value]));
}

/** Sum the metrics of a period, of one item or of all, from as few buckets as cover it. */
export async function sumBuckets(workspaceId: string, contentId: string | null, period: Period) {
  const buckets = bucketsOf(period);
  const entity = contentId === null ? 'Bucket' : 'ContentBucket';
  const values = { workspace_id: workspaceId, content_id: contentId, scope: ALL_CONTENT };
  const found = await loadAll<Item>(buckets.map(({ time }) => keyOf(entity, { ...values, time })));
  const sums: TotalsByPlatform = {};
  for (const [index, bucket] of found.entries()) {
    if (bucket) addBucket(sums, bucket, buckets[index]!.hours);
  }
  return sums;
}

/** Maximum number of buckets read for one request: about 8 MB, one second. */
export const MAX_BUCKETS_PER_REQUEST = 20_000;
const PARALLEL_PARTITIONS = 8;

/**
 * Sum the metrics of a period for every item that has any, by item id; null above 20,000 buckets.
 * An item has one bucket for each day, or four hours at the edges, in which it had new metrics.
 */
export async function sumContentBuckets(workspaceId: string, period: Period) {
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
  await Promise.all(Array.from({ length: PARALLEL_PARTITIONS }, work));
  return read > MAX_BUCKETS_PER_REQUEST ? null : sums;
}

/** Add the metrics of a bucket to sums: those of these hours, or of its whole day. */
function addBucket(sums: TotalsByPlatform, bucket: Item, hours: string[] | null): void {
  for (const hour of hours ?? [null]) {
    for (const platform of PLATFORMS) addPlatform(sums, platform, bucket, prefixOf({ hour }, platform));
  }
}

function addPlatform(sums: TotalsByPlatform, platform: Platform, bucket: Item, prefix: string): void {
  const asOf = bucket[`${prefix}as_of`];
  const published = bucket[`${prefix}published`];
  if (asOf === undefined && published === undefined) return;
  const sum: PlatformTotals = sums[platform] ?? { metrics: { ...NO_METRICS }, published: 0, posts: 0, asOf: null };
  sum.published += Number(published ?? 0);
  sum.posts += Number(bucket[`${prefix}posts`] ?? 0);
  for (const name of METRIC_NAMES) {
    const added = bucket[`${prefix}${name}`];
    if (added !== undefined) sum.metrics[name] = (sum.metrics[name] ?? 0) + Number(added);
  }
  if (asOf !== undefined && (sum.asOf === null || String(asOf) > sum.asOf)) sum.asOf = String(asOf);
  sums[platform] = sum;
}
