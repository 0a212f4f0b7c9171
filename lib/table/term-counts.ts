import {
  HOURS_PER_TERM_BUCKET,
  MAX_TERM_BUCKET_BYTES,
  termBucketBytes,
  termBucketOf,
} from '../domain/analytics/term-bucket.ts';
import { dayOf, hourOf, startOfHour } from '../domain/analytics/time-buckets.ts';
import { type HourCount, hoursSinceEpoch, type TermHistory } from '../domain/analytics/trends.ts';
import type { Platform } from '../domain/platform.ts';
import { DAY_MS, HOUR_MS } from '../domain/timestamps.ts';
import type { Write } from './commit.ts';
import { loadAll, query } from './read.ts';
import { entityAttributes, type Item, keyOf, type PrimaryKey, partition } from './schema.ts';
import { versioned } from './versioned.ts';

/** A platform, or all of them together, where an item on three platforms counts once. */
export type Series = Platform | 'all';
/** The terms of a post that are counted in a series. */
export type PostTerms = { workspace_id: string; series: Series; content_id: string; terms: string[]; version: number };
/** Terms counted for the first time for a post, in the hour of `at` (ISO 8601). */
export type NewTerms = { terms: string[]; at: string };

/** Error of a term bucket that has no capacity for new terms. */
export class TermBucketFullError extends Error {
  constructor() {
    super('The term bucket is full.');
    this.name = 'TermBucketFullError';
  }
}

// Engagements may be reported for ninety days, and a bucket must not expire before the last of them.
const RETENTION_DAYS = 100;
const POST_RETENTION_DAYS = 400;

function termBucketKey(workspaceId: string, series: Series, at: string): PrimaryKey {
  return keyOf('TermBucket', { workspace_id: workspaceId, series, since: termBucketOf(new Date(at)) });
}

/** Return the attribute in which a bucket counts a term in one of its hours. */
export function countName(term: string, at: string): string {
  return `${new Date(at).getUTCHours() % HOURS_PER_TERM_BUCKET}|${term}`;
}

/**
 * Build the increments that count new terms in their bucket and their text in its day.
 * They fail with `TermBucketFullError` when the bucket is full, unless its capacity already selected the terms.
 */
export function termCountIncrements(workspaceId: string, series: Series, { terms, at }: NewTerms, isSelected: boolean) {
  if (terms.length === 0) return [];
  const time = new Date(at);
  const names = terms.map((term) => countName(term, at));
  const counts = Object.fromEntries(names.map((name) => [name, 1]));
  return [
    {
      increment: termBucketKey(workspaceId, series, at),
      // Counted again with every post, so never less than the size of the bucket.
      by: { ...counts, bytes: termBucketBytes(names) },
      set: { ...entityAttributes('TermBucket'), expires_at_seconds: expiry(startOfHour(termBucketOf(time))) },
      ...(isSelected
        ? {}
        : {
            ifBelow: { attribute: 'bytes', limit: MAX_TERM_BUCKET_BYTES },
            onConflict: () => new TermBucketFullError(),
          }),
    },
    {
      increment: keyOf('DailyTextCount', { workspace_id: workspaceId, series, day: dayOf(time) }),
      by: { [hourOf(time).slice(11)]: 1 },
      set: { ...entityAttributes('DailyTextCount'), expires_at_seconds: expiry(time) },
    },
  ];
}

function expiry(since: Date): number {
  return Math.ceil((Math.floor(since.getTime() / DAY_MS) * DAY_MS + RETENTION_DAYS * DAY_MS) / 1000);
}

/** Build the write of the counted terms of a post: new, or after the version that was read. */
export function postTermsWrite(before: PostTerms | null, after: PostTerms, nowMs: number): Write {
  return versioned('PostTerms', before, after, {}, nowMs + POST_RETENTION_DAYS * DAY_MS);
}

/** Load the counted terms of these posts, in their order; null for a post without any. */
export function loadPostTerms(workspaceId: string, series: Series, contentIds: string[]) {
  return loadAll<PostTerms>(
    contentIds.map((content_id) => keyOf('PostTerms', { workspace_id: workspaceId, series, content_id })),
  );
}

/** Load the attribute names of the counts in the buckets of these times, by bucket. */
export async function loadTermBucketNames(workspaceId: string, series: Series, times: string[]) {
  const buckets = [...new Set(times.map((at) => termBucketOf(new Date(at))))];
  const items = await loadAll<Item>(
    buckets.map((since) => keyOf('TermBucket', { workspace_id: workspaceId, series, since })),
  );
  return new Map(buckets.map((bucket, index) => [bucket, countsIn(items[index] ?? {})]));
}

function countsIn(item: Item): string[] {
  return Object.keys(item).filter((name) => name.includes('|'));
}

/** Load the hourly counts of every term of a series since `from`. */
export async function loadTermHistories(workspaceId: string, series: Series, from: Date): Promise<TermHistory[]> {
  const pk = partition('TermBucket', 'pk', { workspace_id: workspaceId, series });
  const histories = new Map<string, TermHistory>();
  for (const item of await query({ pk, from: termBucketOf(from), eventuallyConsistent: true })) {
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
  const pk = partition('DailyTextCount', 'pk', { workspace_id: workspaceId, series });
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
