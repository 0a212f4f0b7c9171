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
import { ConflictError, type Increment, type Write } from './commit.ts';
import { loadAll, query } from './read.ts';
import { entityAttributes, type Item, keyOf, type PrimaryKey, partition, toItem } from './schema.ts';

/** The terms of one platform, or of all together: an item that goes to three of them counts once there. */
export type Series = Platform | 'all';

/** Which terms of a post were counted in a series. */
export interface PostTerms {
  workspace_id: string;
  series: Series;
  content_id: string;
  terms: string[];
  version: number;
}

/** Terms that are counted for the first time for a post, in the hour of a time (ISO 8601). */
export interface NewTerms {
  terms: string[];
  at: string;
}

/** A block has no room for terms that are new to it. */
export class TermBucketFullError extends Error {
  constructor() {
    super('The term bucket is full.');
    this.name = 'TermBucketFullError';
  }
}

// Engagements may be told of ninety days later, and a block must not end before the last of them.
const RETENTION_DAYS = 100;
const POST_RETENTION_DAYS = 400;

function termBucketKey(workspaceId: string, series: Series, at: string): PrimaryKey {
  return keyOf('TermBucket', { workspace_id: workspaceId, series, since: termBucketOf(new Date(at)) });
}

/** The name under which a block counts a term in one of its hours. */
export function countName(term: string, at: string): string {
  return `${new Date(at).getUTCHours() % HOURS_PER_TERM_BUCKET}|${term}`;
}

/**
 * The additions that count fresh terms in their block, and their text in its day. While the block cannot be
 * full they need no look at it; otherwise they throw `TermBucketFullError`, and `isSparing` adds what has been admitted.
 */
export function termCountIncrements(
  workspaceId: string,
  series: Series,
  { terms, at }: NewTerms,
  isSparing: boolean,
): Increment[] {
  if (terms.length === 0) return [];
  const time = new Date(at);
  const names = terms.map((term) => countName(term, at));
  const numbers = Object.fromEntries(names.map((name) => [name, 1]));
  return [
    {
      increment: termBucketKey(workspaceId, series, at),
      // Counted with every post, so never less than what the block takes.
      by: { ...numbers, bytes: termBucketBytes(names) },
      set: { ...entityAttributes('TermBucket'), expires_at_seconds: expiry(startOfHour(termBucketOf(time))) },
      ...(isSparing
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

/** The write of what was counted for a post: new, or following on what was read. */
export function postTermsWrite(before: PostTerms | null, after: PostTerms, nowMs: number): Write {
  const record = { ...after, version: before ? before.version + 1 : 0 };
  const item = toItem('PostTerms', record, {}, nowMs + POST_RETENTION_DAYS * DAY_MS);
  const otherwise = () => new ConflictError();
  return { put: item, condition: before ? { version: before.version } : 'absent', onConflict: otherwise };
}

/** What was counted for these posts, in their order; null where nothing was. */
export function loadPostTerms(
  workspaceId: string,
  series: Series,
  contentIds: string[],
): Promise<(PostTerms | null)[]> {
  return loadAll(
    contentIds.map((content_id) => keyOf('PostTerms', { workspace_id: workspaceId, series, content_id })),
  );
}

/** The names of the counts in the blocks of these times, by the block. */
export async function loadTermBucketNames(
  workspaceId: string,
  series: Series,
  times: string[],
): Promise<Map<string, string[]>> {
  const blocks = [...new Set(times.map((at) => termBucketOf(new Date(at))))];
  const items = await loadAll<Item>(
    blocks.map((since) => keyOf('TermBucket', { workspace_id: workspaceId, series, since })),
  );
  return new Map(blocks.map((block, index) => [block, countsIn(items[index] ?? {})]));
}

function countsIn(item: Item): string[] {
  return Object.keys(item).filter((name) => name.includes('|'));
}

/** The hourly counts of every term of a series since `from`. */
export async function loadTermHistories(
  workspaceId: string,
  series: Series,
  from: Date,
): Promise<TermHistory[]> {
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

/** How many texts of a series were counted in each hour since `from`; hours without any are left out. */
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
