import { type Increment, mergeIncrements, type Write } from '../../core/table/commit.ts';
import { loadAll, query } from '../../core/table/read.ts';
import {
  entityAttributes,
  type Item,
  keyOf,
  type PrimaryKey,
  partition,
  shardNames,
  shardOf,
} from '../../core/table/schema.ts';
import { versioned } from '../../core/table/versioned.ts';
import { DAY_MS, HOUR_MS } from '../../core/values/timestamps.ts';
import type { Platform } from '../../platforms/platform.ts';
import { dailyTextCountEntity, postTermsEntity, termBucketEntity } from '../entities/terms.ts';
import { HOURS_PER_TERM_BUCKET, TERM_SHARDS, termBucketOf } from '../rules/term-bucket.ts';
import { dayOf, hourOf, startOfHour } from '../rules/time-buckets.ts';
import { type HourCount, hoursSinceEpoch, type TermHistory } from '../rules/trends.ts';

/** A platform, or all of them together, where an item on three platforms counts once. */
export type Series = Platform | 'all';
/** The terms of a post that are counted in a series. */
export type PostTerms = { workspace_id: string; series: Series; content_id: string; terms: string[]; version: number };
/** Terms counted for the first time for a post, in the hour of `at` (ISO 8601). */
export type NewTerms = { terms: string[]; at: string };

// Engagements may be reported for ninety days, and a bucket must not expire before the last of them.
const RETENTION_DAYS = 100;
const POST_RETENTION_DAYS = 400;

/** Build the key of the bucket that counts a term at a time. */
export function termBucketKey(workspaceId: string, series: Series, term: string, at: string): PrimaryKey {
  const since = termBucketOf(new Date(at));
  return keyOf(termBucketEntity, { workspace_id: workspaceId, series, shard: shardOf(term, TERM_SHARDS), since });
}

/** Return the attribute in which a bucket counts a term in one of its hours. */
export function countName(term: string, at: string): string {
  return `${new Date(at).getUTCHours() % HOURS_PER_TERM_BUCKET}|${term}`;
}

/** Build the increments that count new terms in their buckets and their text in its day. */
export function termCountIncrements(workspaceId: string, series: Series, { terms, at }: NewTerms): Increment[] {
  if (terms.length === 0) return [];
  const time = new Date(at);
  const bucketExpiry = expiry(startOfHour(termBucketOf(time)));
  const counts = terms.map((term) => ({
    increment: termBucketKey(workspaceId, series, term, at),
    by: { [countName(term, at)]: 1 },
    set: { ...entityAttributes(termBucketEntity), expires_at_seconds: bucketExpiry },
  }));
  const texts = {
    increment: keyOf(dailyTextCountEntity, { workspace_id: workspaceId, series, day: dayOf(time) }),
    by: { [hourOf(time).slice(11)]: 1 },
    set: { ...entityAttributes(dailyTextCountEntity), expires_at_seconds: expiry(time) },
  };
  return mergeIncrements([...counts, texts]);
}

function expiry(since: Date): number {
  return Math.ceil((Math.floor(since.getTime() / DAY_MS) * DAY_MS + RETENTION_DAYS * DAY_MS) / 1000);
}

/** Build the write of the counted terms of a post: new, or after the version that was read. */
export function postTermsWrite(before: PostTerms | null, after: PostTerms, nowMs: number): Write {
  return versioned(postTermsEntity, before, after, {}, nowMs + POST_RETENTION_DAYS * DAY_MS);
}

/** Load the counted terms of these posts, in their order; null for a post without any. */
export function loadPostTerms(workspaceId: string, series: Series, contentIds: string[]) {
  return loadAll<PostTerms>(
    contentIds.map((content_id) => keyOf(postTermsEntity, { workspace_id: workspaceId, series, content_id })),
  );
}

/** Load the attribute names of the counts in these buckets, in their order. */
export async function loadTermBucketNames(buckets: PrimaryKey[]): Promise<string[][]> {
  return (await loadAll<Item>(buckets)).map((item) => countsIn(item ?? {}));
}

function countsIn(item: Item): string[] {
  return Object.keys(item).filter((name) => name.includes('|'));
}

/** Load the hourly counts of every term of a series since `from`, with one query per shard. */
export async function loadTermHistories(workspaceId: string, series: Series, from: Date): Promise<TermHistory[]> {
  const found = await Promise.all(
    shardNames(TERM_SHARDS).map((shard) => {
      const pk = partition(termBucketEntity, 'pk', { workspace_id: workspaceId, series, shard });
      return query({ pk, from: termBucketOf(from), eventuallyConsistent: true });
    }),
  );
  const histories = new Map<string, TermHistory>();
  for (const item of found.flat()) {
    const first = hoursSinceEpoch(startOfHour(String(item.sk)));
    for (const name of countsIn(item)) {
      const term = name.slice(2);
      const history = histories.get(term) ?? { term, counts: [] };
      history.counts.push({ hour: first + Number(name[0]), posts: Number(item[name]) });
      histories.set(term, history);
    }
  }
  return [...histories.values()];
}

/** Load the number of texts of a series per hour since `from`; hours without texts are left out. */
export async function loadTextCounts(workspaceId: string, series: Series, from: Date): Promise<HourCount[]> {
  const pk = partition(dailyTextCountEntity, 'pk', { workspace_id: workspaceId, series });
  const least = Math.floor(from.getTime() / HOUR_MS);
  return (await query({ pk, from: dayOf(from), eventuallyConsistent: true }))
    .flatMap((item) => {
      const midnight = hoursSinceEpoch(startOfHour(`${item.sk}T00`));
      return Object.entries(item)
        .filter(([name]) => /^\d\d$/.test(name))
        .map(([name, texts]) => ({ hour: midnight + Number(name), posts: Number(texts) }));
    })
    .filter(({ hour }) => hour >= least);
}
