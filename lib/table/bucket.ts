import { bucketsCovering, dayOf, hourOf, type Period } from '../domain/buckets.ts';
import type { Observation } from '../domain/measurement.ts';
import { METRIC_NAMES, NO_METRICS } from '../domain/metrics-delta.ts';
import type { PlatformSum } from '../domain/performance.ts';
import { PLATFORMS, type Platform } from '../domain/platform.ts';
import type { Addition } from './commit.ts';
import { type Item, keyOf, markOf } from './keys.ts';
import { loadAll } from './read.ts';

/** The scope of a bucket that sums over all items of the workspace. Other scopes are item ids. */
const EVERYTHING = 'all';

/** What was added within a stretch of time, by platform. Absent: that platform reported nothing then. */
export type PlatformSums = Partial<Record<Platform, PlatformSum>>;

/** What is added to buckets: `at` says to which, `deltas` what, `posts` how many posts were measured first. */
export type BucketAddition = Pick<
  Observation,
  'workspace_id' | 'content_id' | 'platform' | 'deltas' | 'posts' | 'at'
>;

/**
 * The writes that add an observation to the hour and the day it fell in, for its item and for all. `knownAt`
 * is when it became known (ISO 8601), where that is not when it happened.
 */
export function bucketWrites(observation: BucketAddition, knownAt = observation.at): Addition[] {
  const { workspace_id, content_id, platform, deltas, posts, at } = observation;
  // A number that is reported as unchanged is written too: zero is something else than silence.
  const reported = METRIC_NAMES.filter((name) => deltas[name] !== null);
  const numbers: Record<string, number> = { [`${platform}|posts`]: posts };
  for (const name of reported) numbers[`${platform}|${name}`] = deltas[name]!;
  const time = new Date(at);
  return [EVERYTHING, content_id].flatMap((scope) =>
    [hourOf(time), dayOf(time)].map((bucket) => ({
      add: keyOf('Bucket', { workspace_id, scope, time: bucket }),
      numbers,
      set: { ...markOf('Bucket'), [`${platform}|as_of`]: knownAt },
    })),
  );
}

/** The sums over a period, read from as few buckets as cover it. */
export async function sumBuckets(
  workspaceId: string,
  contentId: string | null,
  period: Period,
): Promise<PlatformSums> {
  const { days, hours } = bucketsCovering(period.from, period.to);
  const scope = contentId ?? EVERYTHING;
  const keys = [...days, ...hours].map((time) => keyOf('Bucket', { workspace_id: workspaceId, scope, time }));
  const sums: PlatformSums = {};
  for (const bucket of await loadAll<Item>(keys)) {
    for (const platform of PLATFORMS) {
      if (bucket && `${platform}|posts` in bucket) addBucket(sums, platform, bucket);
    }
  }
  return sums;
}

function addBucket(sums: PlatformSums, platform: Platform, bucket: Item): void {
  const sum = sums[platform] ?? { metrics: { ...NO_METRICS }, posts: 0, asOf: null };
  sum.posts += Number(bucket[`${platform}|posts`]);
  for (const name of METRIC_NAMES) {
    const added = bucket[`${platform}|${name}`];
    if (added !== undefined) sum.metrics[name] = (sum.metrics[name] ?? 0) + Number(added);
  }
  const asOf = String(bucket[`${platform}|as_of`]);
  if (sum.asOf === null || asOf > sum.asOf) sum.asOf = asOf;
  sums[platform] = sum;
}
