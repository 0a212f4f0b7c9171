import { fieldError } from '../problems/request-errors.ts';

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;

const RFC3339 = /^(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,9}))?(?:[Zz]|([+-])(\d{2}):(\d{2}))$/;

/**
 * Parse an RFC 3339 time to epoch milliseconds, rounded up so that nothing happens early. See
 * docs/reference/content.md. Returns null for another format, a time that does not exist (Feb 30, 24:00, :60), the
 * year 0, and a UTC year beyond 9999.
 */
export function parseInstant(text: string): number | null {
  const match = RFC3339.exec(text);
  if (!match) return null;
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map(Number) as number[];
  const offsetHours = Number(match[9] ?? 0);
  const offsetMinutes = Number(match[10] ?? 0);
  if (hour! > 23 || minute! > 59 || second! > 59 || offsetHours > 23 || offsetMinutes > 59) return null;
  // The zero time of Go and .NET is in the year 1. Date.UTC would read the years 1 to 99 as 1901 to 1999.
  const local = new Date(0);
  local.setUTCFullYear(year!, month! - 1, day);
  local.setUTCHours(hour!, minute, second);
  if (year === 0 || local.getUTCFullYear() !== year || local.getUTCMonth() !== month! - 1 || local.getUTCDate() !== day)
    return null;
  const fractionMs = Math.ceil(Number(`0.${match[7] ?? '0'}`) * 1000 - 1e-9);
  const sign = match[8] === '-' ? -1 : 1;
  const timeMs = local.getTime() + fractionMs - sign * (offsetHours * 60 + offsetMinutes) * 60_000;
  return new Date(timeMs).getUTCFullYear() <= 9999 ? timeMs : null;
}

/** The error detail for a text that `parseInstant` rejects. */
export const TIMESTAMP_FORMAT_ERROR = 'Must be a valid RFC 3339 time with an offset, such as 2027-03-01T09:30:00Z.';

/** Parse the time in a body field to epoch milliseconds. Throws a 422 naming the field. */
export function parseTimestampField(pointer: string, text: string): number {
  const timeMs = parseInstant(text);
  if (timeMs === null) throw fieldError(pointer, 'invalid_time', TIMESTAMP_FORMAT_ERROR);
  return timeMs;
}

/** Format epoch milliseconds as the API writes time: ISO 8601 in UTC with `Z`. */
export function formatInstant(timeMs: number): string {
  return new Date(timeMs).toISOString();
}

/** Format the day (UTC) that contains a time, `YYYY-MM-DD`. */
export function formatDay(timeMs: number): string {
  return formatInstant(timeMs).slice(0, 10);
}

/** Format a time (ISO 8601, UTC) for people, to the minute. */
export function formatMinute(time: string): string {
  return time.slice(0, 16).replace('T', ' ');
}
