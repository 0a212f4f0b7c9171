import { fieldError } from '../../../core/problems/request-errors.ts';
import { assertTimeZone, isLocalTime, resolveLocalTime } from '../../../core/values/local-time.ts';
import type { PublicationTime } from '../scheduled-local.ts';
import { type AcceptedTimes, acceptInstant, acceptTime } from './accepted-time.ts';

/** A time as a request gives it: an instant (RFC 3339), or a local time, by default in the zone of the workspace. */
export type RequestedTime = string | { local: string; time_zone?: string | undefined };

/**
 * Resolve a requested time of publication. Throws a 422 naming `field`, or a field within it: for a local time that is
 * not on the calendar, for an unknown zone, and for what `acceptTime` rejects. See docs/reference/content.md.
 */
export function parsePublicationTime(
  requested: RequestedTime,
  field: string,
  defaultZone: string,
  nowMs: number,
  accepted: AcceptedTimes = {},
): PublicationTime {
  if (typeof requested === 'string') return acceptInstant(requested, field, nowMs, accepted);
  const given = { local: requested.local, time_zone: requested.time_zone ?? defaultZone };
  if (!isLocalTime(given.local)) {
    const detail = 'Must be a date and a time without an offset that exist on the calendar, such as 2027-03-28T09:30.';
    throw fieldError(`${field}/local`, 'invalid_local_time', detail);
  }
  assertTimeZone(given.time_zone, `${field}/time_zone`);
  const { epochMs, clock } = resolveLocalTime(given);
  const local = clock === 'regular' ? given : { ...given, clock };
  return acceptTime({ timeMs: epochMs, local }, field, nowMs, accepted);
}
