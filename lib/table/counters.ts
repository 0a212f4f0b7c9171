import type { Content, ContentStatus } from '../domain/content/content.ts';
import { type EntryStatus, type ScheduleEntry, statusOf } from '../domain/content/schedule-entry.ts';
import type { Platform } from '../domain/platform.ts';
import type { Write } from './commit.ts';
import { query } from './read.ts';
import { entityAttributes, keyOf, partition, shardOf } from './schema.ts';

// Totals are counted in the transaction that changes them, so a list and its total agree at once. Shards
// keep the items of a busy workspace from queueing behind one counter.
export const SHARDS = 16;

/** The platforms of an item as one word, so that an item is in exactly one partition of a filter. */
export function platformSetOf(platforms: readonly Platform[]): string {
  return [...platforms].sort().join('+');
}

/** What an item and its entries are counted under. */
export function counterNames(content: Content | null, entries: ScheduleEntry[]): string[] {
  const names = entries.map((entry) => `entry|${statusOf(entry.state)}|${entry.platform}`);
  if (content) names.push(`content|${content.status}|${platformSetOf(content.platforms)}`);
  return names;
}

/** The write that moves counts from what was to what is; none when nothing moved. */
export function countWrites(
  workspaceId: string,
  contentId: string,
  before: string[],
  after: string[],
): Write[] {
  const numbers: Record<string, number> = {};
  for (const name of before) numbers[name] = (numbers[name] ?? 0) - 1;
  for (const name of after) numbers[name] = (numbers[name] ?? 0) + 1;
  const moved = Object.fromEntries(Object.entries(numbers).filter(([, number]) => number !== 0));
  if (Object.keys(moved).length === 0) return [];
  const key = keyOf('Counter', { workspace_id: workspaceId, shard: shardOf(contentId, SHARDS) });
  return [{ increment: key, by: moved, set: entityAttributes('Counter') }];
}

/** How many items, or entries, have one of these statuses and one of these platform words. */
export async function readCounters(
  workspaceId: string,
  kind: 'content' | 'entry',
  statuses: readonly (ContentStatus | EntryStatus)[] | null,
  words: readonly string[] | null,
): Promise<number> {
  const shards = await query({ pk: partition('Counter', 'pk', { workspace_id: workspaceId }) });
  let total = 0;
  for (const shard of shards) {
    for (const [name, number] of Object.entries(shard)) {
      const [counted, status, word] = name.split('|');
      if (counted !== kind || word === undefined) continue;
      if (statuses && !statuses.includes(status as EntryStatus)) continue;
      if (words && !words.includes(word)) continue;
      total += Number(number);
    }
  }
  return total;
}
