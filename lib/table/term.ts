import { DAY_MS, dayOf, HOUR_MS, hourOf, startOfHour } from '../domain/buckets.ts';
import type { Platform } from '../domain/platform.ts';
import { BLOCK_BYTES, BLOCK_HOURS, blockBytes, blockOf } from '../domain/term-block.ts';
import { type HourCount, hourNumber, type TermHistory } from '../domain/trends.ts';
import { type Addition, LostRace, type Write } from './commit.ts';
import { type Item, itemOf, type Key, keyOf, markOf, partition } from './keys.ts';
import { loadAll, query } from './read.ts';

/** The terms of one platform, or of all together: an item that goes to three of them counts once there. */
export type Series = Platform | 'all';

/** Which terms of a post were counted in a series. */
export interface TermedPost {
  workspace_id: string;
  series: Series;
  content_id: string;
  terms: string[];
  version: number;
}

/** Terms that are counted for the first time for a post, in the hour of a time (ISO 8601). */
export interface FreshTerms {
  terms: string[];
  at: string;
}

/** A block has no room for terms that are new to it. */
export class BlockFull extends Error {
  constructor() {
    super('A block of terms is full.');
    this.name = 'BlockFull';
  }
}

// Engagements may be told of ninety days later, and a block must not end before the last of them.
const KEPT_DAYS = 100;
const POST_KEPT_DAYS = 400;

function blockKey(workspaceId: string, series: Series, at: string): Key {
  return keyOf('TermBlock', { workspace_id: workspaceId, series, since: blockOf(new Date(at)) });
}

/** The name under which a block counts a term in one of its hours. */
export function countName(term: string, at: string): string {
  return `${new Date(at).getUTCHours() % BLOCK_HOURS}|${term}`;
}

/**
 * The additions that count fresh terms in their block, and their text in its day. While the block cannot be
 * full they need no look at it; otherwise they throw `BlockFull`, and `isSparing` adds what has been admitted.
 */
export function termAdditions(
  workspaceId: string,
  series: Series,
  { terms, at }: FreshTerms,
  isSparing: boolean,
): Addition[] {
  if (terms.length === 0) return [];
  const time = new Date(at);
  const names = terms.map((term) => countName(term, at));
  const numbers = Object.fromEntries(names.map((name) => [name, 1]));
  return [
    {
      add: blockKey(workspaceId, series, at),
      // Counted with every post, so never less than what the block takes.
      numbers: { ...numbers, bytes: blockBytes(names) },
      set: { ...markOf('TermBlock'), expires_at_seconds: expiry(startOfHour(blockOf(time))) },
      ...(isSparing
        ? {}
        : { below: { attribute: 'bytes', limit: BLOCK_BYTES }, otherwise: () => new BlockFull() }),
    },
    {
      add: keyOf('TermDay', { workspace_id: workspaceId, series, day: dayOf(time) }),
      numbers: { [hourOf(time).slice(11)]: 1 },
      set: { ...markOf('TermDay'), expires_at_seconds: expiry(time) },
    },
  ];
}

function expiry(since: Date): number {
  return Math.ceil((Math.floor(since.getTime() / DAY_MS) * DAY_MS + KEPT_DAYS * DAY_MS) / 1000);
}

/** The write of what was counted for a post: new, or following on what was read. */
export function termedPostWrite(before: TermedPost | null, after: TermedPost, nowMs: number): Write {
  const record = { ...after, version: before ? before.version + 1 : 0 };
  const item = itemOf('TermedPost', record, {}, nowMs + POST_KEPT_DAYS * DAY_MS);
  const otherwise = () => new LostRace();
  return { put: item, expect: before ? { version: before.version } : 'absent', otherwise };
}

/** What was counted for these posts, in their order; null where nothing was. */
export function loadTermedPosts(
  workspaceId: string,
  series: Series,
  contentIds: string[],
): Promise<(TermedPost | null)[]> {
  return loadAll(
    contentIds.map((content_id) => keyOf('TermedPost', { workspace_id: workspaceId, series, content_id })),
  );
}

/** The names of the counts in the blocks of these times, by the block. */
export async function loadBlockNames(
  workspaceId: string,
  series: Series,
  times: string[],
): Promise<Map<string, string[]>> {
  const blocks = [...new Set(times.map((at) => blockOf(new Date(at))))];
  const items = await loadAll<Item>(
    blocks.map((since) => keyOf('TermBlock', { workspace_id: workspaceId, series, since })),
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
  const pk = partition('TermBlock', 'pk', { workspace_id: workspaceId, series });
  const histories = new Map<string, TermHistory>();
  for (const item of await query({ pk, from: blockOf(from), isEventual: true })) {
    const first = hourNumber(startOfHour(String(item.sk)));
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
  const pk = partition('TermDay', 'pk', { workspace_id: workspaceId, series });
  const least = Math.floor(from.getTime() / HOUR_MS);
  return (await query({ pk, from: dayOf(from), isEventual: true }))
    .flatMap((item) => {
      const midnight = hourNumber(startOfHour(`${item.sk}T00`));
      return Object.entries(item)
        .filter(([name]) => /^\d\d$/.test(name))
        .map(([name, texts]) => ({ hour: midnight + Number(name), posts: Number(texts) }));
    })
    .filter(({ hour }) => hour >= least);
}
