import { fieldError } from '../../../core/problems/request-errors.ts';
import { DAY_MS, formatInstant, parseTimestampField } from '../../../core/values/timestamps.ts';
import { hasTime, type Planned, type PublicationTime, type ScheduledLocal } from '../scheduled-local.ts';

const PAST_GRACE_SECONDS = 60;
const MAX_DAYS_AHEAD = 366;

/** What decides which times are accepted: the pending targets of the item, and how far ahead a time may be. */
export interface AcceptedTimes {
  pending?: Planned[];
  maxDays?: number;
}

/** Accept a time that a request gives as an instant (RFC 3339). Throws a 422 naming `field`. */
export function acceptInstant(
  requested: string,
  field: string,
  nowMs: number,
  accepted: AcceptedTimes = {},
): PublicationTime {
  return acceptTime({ timeMs: parseTimestampField(field, requested), local: null }, field, nowMs, accepted);
}

/**
 * Return the time of publication of an instant and its local time. Throws a 422 naming `field` for what `toScheduledAt`
 * rejects. The time that all `pending` targets have is accepted whatever it is: they may be held after it.
 */
export function acceptTime(
  { timeMs, local }: { timeMs: number; local: ScheduledLocal | null },
  field: string,
  nowMs: number,
  { pending = [], maxDays }: AcceptedTimes,
): PublicationTime {
  const at = formatInstant(timeMs);
  if (pending.length > 0 && pending.every((target) => hasTime(target, at, local))) return { at, local };
  return { at: toScheduledAt(timeMs, field, nowMs, maxDays), local };
}

/**
 * Format a requested time as the API does. Times up to 60 s in the past become now. Throws a 422 naming `field` for earlier
 * times and for times more than 366 days, or `maxDays`, ahead. See docs/reference/content.md.
 */
export function toScheduledAt(timeMs: number, field: string, nowMs: number, maxDays = MAX_DAYS_AHEAD): string {
  const invalid = (code: string, detail: string) => fieldError(field, code, detail);
  if (timeMs < nowMs - PAST_GRACE_SECONDS * 1000) {
    throw invalid('time_in_past', `Must not be more than ${PAST_GRACE_SECONDS} seconds in the past.`);
  }
  if (timeMs > nowMs + maxDays * DAY_MS) {
    throw invalid('time_too_far', `Must be at most ${maxDays} days in the future.`);
  }
  return formatInstant(Math.max(timeMs, nowMs));
}
