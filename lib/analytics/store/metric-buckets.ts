import { isSandboxAccountId } from '../../accounts/rules/sandbox-account.ts';
import type { Increment } from '../../core/table/commit.ts';
import type { Entity } from '../../core/table/define-entity.ts';
import { loadAll, queryPages } from '../../core/table/read.ts';
import { entityAttributes, type Item, keyOf, partition } from '../../core/table/schema.ts';
import { isSupportedSchema } from '../../core/table/schema-version.ts';
import { isPlatform } from '../../platforms/platform.ts';
import { bucketEntity, contentBucketEntity } from '../entities/metrics.ts';
import { METRIC_NAMES, type MetricName, NO_METRICS } from '../rules/metrics.ts';
import type { PlatformTotals, TotalsByPlatform } from '../rules/performance.ts';
import type { MetricsDelta } from '../rules/post-metrics.ts';
import { ALL_CONTENT, ALL_SANDBOX, bucketKeysAt, bucketsOf, type Period } from '../rules/time-buckets.ts';

/** Increment of the buckets of `at`: `deltas`, and the number of `posts` measured for the first time. */
export type BucketIncrement = BucketTarget & Pick<MetricsDelta, 'deltas' | 'posts' | 'at'>;
type BucketTarget = Pick<MetricsDelta, 'workspace_id' | 'content_id' | 'platform' | 'account_id'>;

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

/**
 * Build the increments of three buckets: of the whole workspace and of the account, both by platform, and of the item,
 * by platform and account, because an item has few accounts and a workspace may have many.
 */
function increments(
  { workspace_id, content_id, platform, account_id }: BucketTarget,
  at: string,
  numbers: Record<string, number>,
  texts: Record<string, string>,
): Increment[] {
  return bucketKeysAt(new Date(at)).flatMap(({ time, hour }) => {
    const prefix = hour === null ? '' : `${hour}|`;
    const increment = (entity: Entity, values: Record<string, string>, of: string): Increment => ({
      increment: keyOf(entity, { workspace_id, time, ...values }),
      by: prefixed(`${prefix}${of}|`, numbers),
      set: { ...entityAttributes(entity), ...prefixed(`${prefix}${of}|`, texts) },
    });
    return [
      increment(bucketEntity, { scope: isSandboxAccountId(account_id) ? ALL_SANDBOX : ALL_CONTENT }, platform),
      ...(account_id === null ? [] : [increment(bucketEntity, { scope: account_id }, platform)]),
      increment(contentBucketEntity, { content_id }, account_id === null ? platform : `${platform}@${account_id}`),
    ];
  });
}

function prefixed<T>(prefix: string, attributes: Record<string, T>): Record<string, T> {
  return Object.fromEntries(Object.entries(attributes).map(([name, value]) => [`${prefix}${name}`, value]));
}

/** The accounts of a sum: one, or all sandbox accounts, or all others. */
export type AccountSelection = { accountId: string | null; isSandbox: boolean };
/** What a sum is limited to: the accounts, and one item. Null: all. */
export type BucketFilter = AccountSelection & { contentId: string | null };

/** Sum the metrics of a period from as few buckets as cover it. */
export async function sumBuckets(workspaceId: string, filter: BucketFilter, period: Period) {
  const { contentId, accountId, isSandbox } = filter;
  const buckets = bucketsOf(period);
  const entity = contentId === null ? bucketEntity : contentBucketEntity;
  const values = {
    workspace_id: workspaceId,
    content_id: contentId,
    scope: accountId ?? (isSandbox ? ALL_SANDBOX : ALL_CONTENT),
  };
  const found = await loadAll<Item>(buckets.map(({ time }) => keyOf(entity, { ...values, time })));
  const sums: TotalsByPlatform = {};
  for (const [index, bucket] of found.entries()) {
    if (bucket) addBucket(sums, bucket, buckets[index]!.hours, contentId === null ? null : filter);
  }
  return sums;
}

/** Maximum number of buckets read for one request: about 8 MB, one second. */
export const MAX_BUCKETS_PER_REQUEST = 20_000;
const PARALLEL_PARTITIONS = 8;

/**
 * Sum the metrics of a period for every item that has any, by item id, of these accounts; null above 20,000 buckets.
 * An item has one bucket for each day, or four hours at the edges, in which it had new metrics.
 */
export async function sumContentBuckets(workspaceId: string, selection: AccountSelection, period: Period) {
  const sums = new Map<string, TotalsByPlatform>();
  const left = bucketsOf(period);
  let read = 0;
  const work = async () => {
    for (let next = left.pop(); next && read <= MAX_BUCKETS_PER_REQUEST; next = left.pop()) {
      const { time, hours } = next;
      const pk = partition(contentBucketEntity, 'pk', { workspace_id: workspaceId, time });
      for await (const items of queryPages({ pk })) {
        read += items.length;
        if (read > MAX_BUCKETS_PER_REQUEST) return;
        for (const item of items.filter(isSupportedSchema)) {
          const id = String(item.sk);
          const ofItem = sums.get(id) ?? {};
          addBucket(ofItem, item, hours, selection);
          if (Object.keys(ofItem).length > 0) sums.set(id, ofItem);
        }
      }
    }
  };
  await Promise.all(Array.from({ length: PARALLEL_PARTITIONS }, work));
  return read > MAX_BUCKETS_PER_REQUEST ? null : sums;
}

/** Items are read one by one up to so many buckets, in fifty requests; beyond, with all others of the period. */
const MAX_BUCKETS_BY_KEY = 5_000;

/** Sum the metrics of a period for these items, by item id, of these accounts; null above 20,000 buckets. */
export async function sumBucketsOfItems(
  workspaceId: string,
  selection: AccountSelection,
  period: Period,
  contentIds: string[],
) {
  const buckets = bucketsOf(period);
  if (contentIds.length * buckets.length > MAX_BUCKETS_BY_KEY) {
    const all = await sumContentBuckets(workspaceId, selection, period);
    const wanted = new Set(contentIds);
    return all && new Map([...all].filter(([id]) => wanted.has(id)));
  }
  const named = contentIds.flatMap((content_id) => buckets.map((bucket) => ({ content_id, ...bucket })));
  const found = await loadAll<Item>(
    named.map(({ content_id, time }) => keyOf(contentBucketEntity, { workspace_id: workspaceId, content_id, time })),
  );
  const sums = new Map<string, TotalsByPlatform>();
  for (const [index, bucket] of found.entries()) {
    if (!bucket) continue;
    const { content_id, hours } = named[index]!;
    const ofItem = sums.get(content_id) ?? {};
    addBucket(ofItem, bucket, hours, selection);
    if (Object.keys(ofItem).length > 0) sums.set(content_id, ofItem);
  }
  return sums;
}

/** Add the metrics of a bucket to sums: those of these hours, or of its whole day, and of these accounts; null: all. */
function addBucket(
  sums: TotalsByPlatform,
  bucket: Item,
  hours: string[] | null,
  selection: AccountSelection | null,
): void {
  for (const [attribute, value] of Object.entries(bucket)) {
    const parts = attribute.split('|');
    if (parts.length !== (hours === null ? 2 : 3)) continue;
    const [of = '', name = ''] = parts.slice(-2);
    const [platform = '', account] = of.split('@');
    const isCounted = hours === null || hours.includes(parts[0]!);
    if (!isCounted || !isPlatform(platform) || !isSelected(account, selection)) continue;
    sums[platform] ??= { metrics: { ...NO_METRICS }, published: 0, posts: 0, asOf: null };
    addAttribute(sums[platform], name, value);
  }
}

function isSelected(account: string | undefined, selection: AccountSelection | null): boolean {
  if (selection === null) return true;
  const { accountId, isSandbox } = selection;
  return accountId === null ? isSandboxAccountId(account) === isSandbox : account === accountId;
}

function addAttribute(sum: PlatformTotals, name: string, value: unknown): void {
  if (name === 'published' || name === 'posts') sum[name] += Number(value);
  else if (name === 'as_of') sum.asOf = sum.asOf === null || String(value) > sum.asOf ? String(value) : sum.asOf;
  else if (isMetricName(name)) sum.metrics[name] = (sum.metrics[name] ?? 0) + Number(value);
}

function isMetricName(name: string): name is MetricName {
  return METRIC_NAMES.includes(name as MetricName);
}
