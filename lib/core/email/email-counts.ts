import type { Increment } from '../table/commit.ts';
import { load } from '../table/read.ts';
import { entityAttributes, keyOf } from '../table/schema.ts';
import { DAY_MS } from '../values/timestamps.ts';

/** Build the write that counts an email to a recipient on the day of `nowMs` (UTC). */
export function emailCountWrite(workspaceId: string, recipient: string, nowMs: number): Increment {
  const expires_at_seconds = ((dayOf(nowMs) + 2) * DAY_MS) / 1000;
  return {
    increment: countKey(workspaceId, recipient, nowMs),
    by: { emails: 1 },
    set: { ...entityAttributes('EmailCount'), workspace_id: workspaceId, expires_at_seconds },
  };
}

/** Return how many emails to a recipient were counted on the day of `nowMs` (UTC). */
export async function loadEmailCount(workspaceId: string, recipient: string, nowMs: number): Promise<number> {
  return (await load<{ emails?: number }>(countKey(workspaceId, recipient, nowMs)))?.emails ?? 0;
}

function countKey(workspace_id: string, recipient: string, nowMs: number) {
  return keyOf('EmailCount', { workspace_id, day: dayOf(nowMs), recipient });
}

function dayOf(timeMs: number): number {
  return Math.floor(timeMs / DAY_MS);
}
