import { formatInstant, parseTimestampField } from '../../../core/values/timestamps.ts';
import { hasTime, type Planned, type PublicationTime, type ScheduledLocal } from '../scheduled-local.ts';
import { toScheduledAt } from './scheduling.ts';

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
