import { DAY_MS, formatInstant, HOUR_MS } from '../values/timestamps.ts';

/**
 * Return when a record is processed again if its stream handler has not processed it: after an hour, then after as long
 * as it has waited since `since` (ISO 8601), at most a day. By then the stream has dropped its change, or is far
 * behind.
 */
export function reprocessAt(since: string, nowMs: number): string {
  const waitedMs = nowMs - Date.parse(since);
  return formatInstant(nowMs + Math.min(Math.max(waitedMs, HOUR_MS), DAY_MS));
}
