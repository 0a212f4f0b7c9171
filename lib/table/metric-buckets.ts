import { METRIC_NAMES, NO_METRICS } from '../domain/analytics/metrics.ts';
import type { PlatformTotals, TotalsByPlatform } from '../domain/analytics/performance.ts';
import type { MetricsDelta } from '../domain/analytics/post-metrics.ts';
import { type BucketKey, bucketKeysAt, bucketsOf, type Period } from '../domain/analytics/time-buckets.ts';
import { PLATFORMS, type Platform } from '../domain/platform.ts';
import type { Increment } from './commit.ts';
import { loadAll } from './read.ts';
import { entityAttributes, type Item, keyOf, type PrimaryKey } from './schema.ts';

/** The scope of a bucket that sums over all items of the workspace. Items have buckets of another kind. */
const ALL_CONTENT = 'all';

/** What is added to buckets: `at` says to which, `deltas` what, `posts` how many posts were measured first. */
export type BucketIncrement = Pick<
  MetricsDelta,
  'workspace_id' | 'content_id' | 'platform' | 'deltas' | 'posts' | 'at'
>;

/** Of which item on which platform. */
type BucketTarget = Pick<MetricsDelta, 'workspace_id' | 'content_id' | 'platform'>;

/**
 * The writes that add an observation to the hour and the day it fell in, for its item and for all. `knownAt`
 * is when it became known (ISO 8601), where that is not when it happened.
 */
export function bucketWrites(observation: BucketIncrement, knownAt = observation.at): Increment[] {
  const { deltas, posts, at } = observation;
  const numbers: Record<string, number> = { posts };
  // A number that is reported as unchanged is written too: zero is something else than silence.
  for (const name of METRIC_NAMES) if (deltas[name] !== null) numbers[name] = deltas[name];
  return additions(observation, at, numbers, { as_of: knownAt });
}

/** The writes that count a post as gone out, so that a platform that reports nothing of it is seen to. */
export function publicationWrites(post: BucketTarget & { published_at: string }): Increment[] {
  return additions(post, post.published_at, { published: 1 }, {});
}

function additions(
  { workspace_id, content_id, platform }: BucketTarget,
  at: string,
  numbers: Record<string, number>,
  texts: Record<string, string>,
): Increment[] {
  return bucketKeysAt(new Date(at)).flatMap((place) => {
    const prefix = prefixOf(place, platform);
    const added = { numbers: prefixed(prefix, numbers), texts: prefixed(prefix, texts) };
    const { time } = place;
    return [
      {
        increment: keyOf('Bucket', { workspace_id, scope: ALL_CONTENT, time }),
        by: added.numbers,
        set: { ...entityAttributes('Bucket'), ...added.texts },
      },
      {
        increment: keyOf('ContentBucket', { workspace_id, content_id, time }),
        by: added.numbers,
        set: { ...entityAttributes('ContentBucket'), ...added.texts },
      },
    ];
  });
}

/** What the attributes of an hour and a platform begin with. */
function prefixOf({ hour }: Pick<BucketKey, 'hour'>, platform: Platform): string {
  return hour === null ? `${platform}|` : `${hour}|${platform}|`;
}

function prefixed<T>(prefix: string, attributes: Record<string, T>): Record<string, T> {
  return Object.fromEntries(Object.entries(attributes).map(([name, value]) => [`${prefix}${name}`, value]));
}

/** The sums over a period, of one item or of all, read from as few buckets as cover it. */
export async function sumBuckets(
  workspaceId: string,
  contentId: string | null,
  period: Period,
): Promise<TotalsByPlatform> {
  const buckets = bucketsOf(period);
  const keyAt = (time: string): PrimaryKey =>
    contentId === null
      ? keyOf('Bucket', { workspace_id: workspaceId, scope: ALL_CONTENT, time })
      : keyOf('ContentBucket', { workspace_id: workspaceId, content_id: contentId, time });
  const found = await loadAll<Item>(buckets.map(({ time }) => keyAt(time)));
  const sums: TotalsByPlatform = {};
  for (const [index, bucket] of found.entries()) {
    if (bucket) addBucket(sums, bucket, buckets[index]!.hours);
  }
  return sums;
}

/** Adds what a bucket holds: of these hours, or of its day. */
export function addBucket(sums: TotalsByPlatform, bucket: Item, hours: string[] | null): void {
  for (const hour of hours ?? [null]) {
    for (const platform of PLATFORMS) addPlatform(sums, platform, bucket, prefixOf({ hour }, platform));
  }
}

function addPlatform(sums: TotalsByPlatform, platform: Platform, bucket: Item, prefix: string): void {
  const asOf = bucket[`${prefix}as_of`];
  const published = bucket[`${prefix}published`];
  if (asOf === undefined && published === undefined) return;
  const sum: PlatformTotals = sums[platform] ?? {
    metrics: { ...NO_METRICS },
    published: 0,
    posts: 0,
    asOf: null,
  };
  sum.published += Number(published ?? 0);
  sum.posts += Number(bucket[`${prefix}posts`] ?? 0);
  for (const name of METRIC_NAMES) {
    const added = bucket[`${prefix}${name}`];
    if (added !== undefined) sum.metrics[name] = (sum.metrics[name] ?? 0) + Number(added);
  }
  if (asOf !== undefined && (sum.asOf === null || String(asOf) > sum.asOf)) sum.asOf = String(asOf);
  sums[platform] = sum;
}
