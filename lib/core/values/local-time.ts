import { Temporal } from 'temporal-polyfill';
import { fieldError } from '../problems/request-errors.ts';
import { isTimeZone } from './time-zone.ts';

/** A time on the clock of a time zone, as a person gives it: it stays the same when the rules of the zone change. */
export interface LocalTime {
  /** Date and clock without an offset: `2027-03-28T02:30`, or with seconds. */
  local: string;
  /** A name of the IANA time zone database: `Europe/Berlin`. */
  time_zone: string;
}

/** The instant of a local time, and how the clock differs on that day. */
export interface ResolvedTime {
  epochMs: number;
  /** `gap`: the clock skips the time, and the instant is later by the gap. `repeated`: the first of two such times. */
  clock: 'regular' | 'gap' | 'repeated';
}

const LOCAL_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:[0-5]\d(:[0-5]\d)?$/;

/** Throw a 422 naming `pointer` for a text that is not the name of a time zone. */
export function assertTimeZone(name: string, pointer: string): void {
  if (isTimeZone(name)) return;
  throw fieldError(pointer, 'invalid_time_zone', 'Must be the name of an IANA time zone, such as Europe/Berlin.');
}

/** Return whether a text is a date and a clock that exist on the calendar: `2027-03-28T02:30`. */
export function isLocalTime(text: string): boolean {
  return parseLocal(text) !== null;
}

/**
 * Compute the instant of a local time. A time that the clock skips moves forward by the gap, and one that it shows twice
 * is the first (RFC 5545, section 3.3.5). Throws a RangeError for what `isLocalTime` or `isTimeZone` rejects.
 */
export function resolveLocalTime({ local, time_zone }: LocalTime): ResolvedTime {
  const given = parseLocal(local);
  if (!given || !isTimeZone(time_zone)) throw new RangeError(`No local time: ${local} in ${time_zone}.`);
  const time = given.toZonedDateTime(time_zone, { disambiguation: 'compatible' });
  const { epochMilliseconds: epochMs } = time;
  if (!time.toPlainDateTime().equals(given)) return { epochMs, clock: 'gap' };
  const later = given.toZonedDateTime(time_zone, { disambiguation: 'later' });
  return { epochMs, clock: later.epochMilliseconds === epochMs ? 'regular' : 'repeated' };
}

/** Format an instant as the clock of a time zone shows it, to the second where it has seconds: `2027-03-28T03:30`. */
export function localTimeAt(epochMs: number, timeZone: string): string {
  const time = Temporal.Instant.fromEpochMilliseconds(epochMs).toZonedDateTimeISO(timeZone).toPlainDateTime();
  return time.toString({ smallestUnit: time.second === 0 ? 'minute' : 'second' });
}

function parseLocal(text: string): Temporal.PlainDateTime | null {
  if (!LOCAL_TIME.test(text)) return null;
  try {
    return Temporal.PlainDateTime.from(text, { overflow: 'reject' });
  } catch {
    return null;
  }
}
