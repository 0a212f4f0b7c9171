import { fieldError } from '../../core/problems/request-errors.ts';
import { assertTimeZone, isLocalTime, resolveLocalTime } from '../../core/values/local-time.ts';
import { formatInstant, parseTimestampField } from '../../core/values/timestamps.ts';
import { hasTime, type Planned, type PublicationTime, type ScheduledLocal } from './scheduled-local.ts';
import { toScheduledAt } from './scheduling.ts';

/** A time as a request gives it: an instant (RFC 3339), or a local time, by default in the zone of the workspace. */
export type RequestedTime = string | { local: string; time_zone?: string | undefined };

/** What decides which times are accepted: the pending targets of the item, and how far ahead a time may be. */
export interface TimeTerms {
  pending?: Planned[];
  maxDays?: number;
}

/**
 * Resolve a requested time of publication. Throws a 422 naming `field`, or a field within it: for a local time that is
 * not on the calendar, for an unknown zone, and for what `toScheduledAt` rejects. The time that all `pending` targets have
 * is accepted whatever it is: they may be held after it. See docs/reference/content.md.
 */
export function parsePublicationTime(
  requested: RequestedTime,
  field: string,
  defaultZone: string,
  nowMs: number,
  { pending = [], maxDays }: TimeTerms = {},
): PublicationTime {
  const { timeMs, local } = resolveTime(requested, field, defaultZone);
  const at = formatInstant(timeMs);
  if (pending.length > 0 && pending.every((target) => hasTime(target, at, local))) return { at, local };
  return { at: toScheduledAt(timeMs, field, nowMs, maxDays), local };
}

function resolveTime(
  requested: RequestedTime,
  field: string,
  defaultZone: string,
): { timeMs: number; local: ScheduledLocal | null } {
  if (typeof requested === 'string') return { timeMs: parseTimestampField(field, requested), local: null };
  const given = { local: requested.local, time_zone: requested.time_zone ?? defaultZone };
  if (!isLocalTime(given.local)) {
    const detail = 'Must be a date and a time without an offset that exist on the calendar, such as 2027-03-28T09:30.';
    throw fieldError(`${field}/local`, 'invalid_local_time', detail);
  }
  assertTimeZone(given.time_zone, `${field}/time_zone`);
  const { epochMs, clock } = resolveLocalTime(given);
  return { timeMs: epochMs, local: clock === 'regular' ? given : { ...given, clock } };
}
