import type { Increment } from '../table/commit.ts';
import { loadAll } from '../table/read.ts';
import { entityAttributes, keyOf } from '../table/schema.ts';
import { DAY_MS } from '../values/timestamps.ts';

/** A counter of the emails of a day, and its maximum. */
export type EmailLimit = { counter: string; limit: number };

/** Build the write that counts an email on the day of `nowMs` (UTC). `counter`: its recipient, or what else is limited. */
export function emailCountWrite(workspaceId: string, counter: string, nowMs: number): Increment {
  const expires_at_seconds = ((dayOf(nowMs) + 2) * DAY_MS) / 1000;
  return {
    increment: countKey(workspaceId, counter, nowMs),
    by: { emails: 1 },
    set: { ...entityAttributes('EmailCount'), workspace_id: workspaceId, expires_at_seconds },
  };
}

/** Return how many emails each counter has on the day of `nowMs` (UTC). */
export async function loadEmailCounts(workspaceId: string, counters: string[], nowMs: number): Promise<number[]> {
  const counts = await loadAll<{ emails?: number }>(counters.map((counter) => countKey(workspaceId, counter, nowMs)));
  return counts.map((count) => count?.emails ?? 0);
}

function countKey(workspace_id: string, counter: string, nowMs: number) {
  return keyOf('EmailCount', { workspace_id, day: dayOf(nowMs), counter });
}

function dayOf(timeMs: number): number {
  return Math.floor(timeMs / DAY_MS);
}
