import { formatInstant } from '../../core/values/timestamps.ts';
import type { StoredLimit } from '../../identity/rules/workspace-limits.ts';

/** The parts of a limit that are reported, in percent, the highest first. */
const REPORTED = [100, 80] as const;

/** The counter of what a limit counts, as it is stored. Absent or null `limit`: there is none, or only that of the plan. */
export interface LimitCounter {
  workspace_id?: string;
  limit_name?: StoredLimit;
  limit?: number | null;
  period?: string; // Absent for what is a present number.
  used?: number;
  bytes?: number; // In place of `used`, of the media library.
  rejected?: number; // How often the limit did not allow something.
}

/** That a workspace has reached a part of a limit. */
export interface LimitNotice {
  id: string; // Names the limit, its value, the part and the period: a month, where the limit has none.
  workspace_id: string;
  limit: StoredLimit;
  percent: (typeof REPORTED)[number];
  value: number;
  maximum: number;
  period: string | null;
  reached_at: string;
}

/** Return the notice of a change of a counter, of the highest part that it has reached. Null for none. */
export function noticeOf(before: LimitCounter | null, after: LimitCounter, nowMs: number): LimitNotice | null {
  const { workspace_id, limit_name: limit, limit: maximum, period } = after;
  if (workspace_id === undefined || limit === undefined || maximum == null) return null;
  const percent = percentOf(after);
  if (percent === null || (before?.limit === maximum && percent === percentOf(before))) return null;
  const reached_at = formatInstant(nowMs);
  const id = `${limit}.${period ?? reached_at.slice(0, 7)}.${percent}.${maximum}`;
  const value = usedOf(after);
  return { id, workspace_id, limit, percent, value, maximum, period: period ?? null, reached_at };
}

/** Return the highest part that is reached. What the limit did not allow has needed the rest of it. */
function percentOf(counter: LimitCounter): LimitNotice['percent'] | null {
  const { limit, rejected = 0 } = counter;
  if (limit == null) return null;
  if (rejected > 0) return 100;
  return REPORTED.find((percent) => usedOf(counter) * 100 >= percent * limit) ?? null;
}

function usedOf({ used, bytes }: LimitCounter): number {
  return used ?? bytes ?? 0;
}
