import { DAY_MS, formatDay, formatInstant, HOUR_MS } from '../../core/values/timestamps.ts';
import type { UsageGroup } from './usage-groups.ts';

/** A worker that has marked a day adds records for so long without a further mark. */
const MARK_MS = HOUR_MS;
/** The difference of two clocks, and the time of a write, at most. */
const CLOCK_MS = 300_000;
/** A day is complete so long after its end at the earliest: the stream delivers its last changes until then. */
export const COMPLETE_AFTER_MS = 2 * HOUR_MS;
/** So many days after its end, the sums of a day never change. */
export const FINAL_AFTER_DAYS = 35;
/** Records expire so many days after their day, long after its last sum. */
export const RECORD_DAYS = 60;

/**
 * The sums of a workspace on a day (UTC). Records may be added until `marked_until`; while they may be newer than the sums,
 * the day is due at `due_at`, when it is summed again.
 */
export interface UsageDay {
  workspace_id: string;
  day: string; // YYYY-MM-DD
  groups: UsageGroup[];
  revision: number; // How often the day was summed.
  summed_at: string | null;
  marked_until: string;
  due_at: string | null;
  version: number;
}

/** Return the day of a time (ISO 8601, UTC). */
export function dayOf(time: string): string {
  return time.slice(0, 10);
}

/** Return the start of a day in epoch milliseconds. */
export function startOf(day: string): number {
  return Date.parse(`${day}T00:00:00.000Z`);
}

/** Return whether the sums of a day may still change: a later change of an old item does not count. */
export function isCountable(day: string, nowMs: number): boolean {
  return nowMs < startOf(day) + (1 + FINAL_AFTER_DAYS) * DAY_MS;
}

/** Return whether a worker may add a record at a time without a mark, given the last one (epoch milliseconds). */
export function isMarked(markedUntilMs: number, nowMs: number): boolean {
  return nowMs + CLOCK_MS < markedUntilMs;
}

/**
 * Return a day to which records are added from now on: it is summed within about an hour. Null if it is marked already. A day
 * that is due stays due at its time, however often records are added.
 */
export function markDay(
  before: UsageDay | null,
  { workspace_id, day }: Pick<UsageDay, 'workspace_id' | 'day'>,
  nowMs: number,
): UsageDay | null {
  if (before && isMarked(Date.parse(before.marked_until), nowMs)) return null;
  const marked_until = formatInstant(nowMs + MARK_MS);
  const due_at = before?.due_at ?? dueAfter(marked_until);
  if (before) return { ...before, marked_until, due_at };
  return { workspace_id, day, groups: [], revision: 0, summed_at: null, marked_until, due_at, version: 0 };
}

/** Record the sums of a day as of `readMs`, before its records were read. It is due again if records may follow. */
export function recordSums(before: UsageDay, groups: UsageGroup[], readMs: number): UsageDay {
  const again = dueAfter(before.marked_until);
  const due_at = Date.parse(again) > readMs ? again : null;
  return { ...before, groups, revision: before.revision + 1, summed_at: formatInstant(readMs), due_at };
}

/** Record the last sums of a day of a workspace that is deleted: it is never due again, while its records are deleted. */
export function closeDay(before: UsageDay, groups: UsageGroup[], readMs: number): UsageDay {
  return { ...recordSums(before, groups, readMs), due_at: null };
}

/** Return the days (UTC) whose sums may still change at a time, and the next one: a clock may be ahead. */
export function openDays(nowMs: number): { from: string; to: string } {
  return { from: formatDay(nowMs - (1 + FINAL_AFTER_DAYS) * DAY_MS), to: formatDay(nowMs + 2 * DAY_MS) };
}

function dueAfter(markedUntil: string): string {
  return formatInstant(Date.parse(markedUntil) + CLOCK_MS);
}

/** Return the time until which days can be complete: the start of the first one that is too young (epoch milliseconds). */
export function completableUntil(nowMs: number): number {
  return Math.floor((nowMs - COMPLETE_AFTER_MS) / DAY_MS) * DAY_MS;
}
