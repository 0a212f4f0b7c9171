import type { Increment } from '../table/commit.ts';
import { load } from '../table/read.ts';
import { entityAttributes, keyOf } from '../table/schema.ts';
import { DAY_MS } from '../values/timestamps.ts';
import { emailCountEntity } from './entities.ts';

/** Build the write that counts an email on the day of `nowMs` (UTC). `counter`: its recipient, or what else is limited. */
export function emailCountWrite(workspaceId: string, counter: string, nowMs: number): Increment {
  const expires_at_seconds = ((dayOf(nowMs) + 2) * DAY_MS) / 1000;
  return {
    increment: countKey(workspaceId, counter, nowMs),
    by: { emails: 1 },
    set: { ...entityAttributes(emailCountEntity), workspace_id: workspaceId, expires_at_seconds },
  };
}

/** Return how many emails a counter has on the day of `nowMs` (UTC). */
export async function loadEmailCount(workspaceId: string, counter: string, nowMs: number): Promise<number> {
  const count = await load<{ emails?: number }>(countKey(workspaceId, counter, nowMs));
  return count?.emails ?? 0;
}

function countKey(workspace_id: string, counter: string, nowMs: number) {
  return keyOf(emailCountEntity, { workspace_id, day: dayOf(nowMs), counter });
}

function dayOf(timeMs: number): number {
  return Math.floor(timeMs / DAY_MS);
}
