import type { Content, ContentStatus } from '../domain/content/content.ts';
import { type EntryStatus, type ScheduleEntry, statusOf } from '../domain/content/schedule-entry.ts';
import type { Platform } from '../domain/platform.ts';
import type { Write } from './commit.ts';
import { query } from './read.ts';
import { partition, shardOf } from './schema.ts';
import { counterIncrement } from './versioned.ts';

// Totals change in the transaction that changes their items, so a list and its total always agree. Shards keep
// concurrent changes of a busy workspace from conflicting at one counter.
export const SHARDS = 16;

/** Return the counters that count an item and its entries: one per status, and one per status and platform. */
export function counterNames(content: Content | null, entries: ScheduleEntry[]): string[] {
  return [
    ...(content ? namesOf('content', content.status, content.platforms) : []),
    ...entries.flatMap(({ state, platform }) => namesOf('entry', statusOf(state), [platform])),
  ];
}

function namesOf(kind: 'content' | 'entry', status: string, platforms: readonly Platform[]): string[] {
  return [counterName(kind, status), ...platforms.map((platform) => counterName(kind, status, platform))];
}

function counterName(kind: 'content' | 'entry', status: string, platform?: Platform): string {
  return platform === undefined ? `${kind}|${status}` : `${kind}|${status}|${platform}`;
}

/** Build the write that moves counts from one set of counters to another; none when nothing moved. */
export function countWrites(workspaceId: string, contentId: string, previous: string[], next: string[]): Write[] {
  const changes: Record<string, number> = {};
  for (const name of previous) changes[name] = (changes[name] ?? 0) - 1;
  for (const name of next) changes[name] = (changes[name] ?? 0) + 1;
  const moved = Object.fromEntries(Object.entries(changes).filter(([, change]) => change !== 0));
  if (Object.keys(moved).length === 0) return [];
  return [counterIncrement(workspaceId, shardOf(contentId, SHARDS), moved)];
}

/** Count the items or entries with one of these statuses, on one platform or on any. */
export async function readCounters(
  workspaceId: string,
  kind: 'content' | 'entry',
  statuses: readonly (ContentStatus | EntryStatus)[],
  platform?: Platform,
): Promise<number> {
  const shards = await query({ pk: partition('Counter', 'pk', { workspace_id: workspaceId }) });
  const names = statuses.map((status) => counterName(kind, status, platform));
  return shards.reduce((total, shard) => names.reduce((sum, name) => sum + Number(shard[name] ?? 0), total), 0);
}
