import { Temporal } from 'temporal-polyfill';
import { locale } from './language/texts.ts';
import { toWords } from './words.ts';

/** Format an instant for reading, with the abbreviation of the time zone, for example `20 Nov 2026, 10:30 CET`. */
export function formatTime(instant: string, timeZone: string): string {
  return new Intl.DateTimeFormat(locale(), {
    timeZone,
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
  }).format(new Date(instant));
}

/** Format the time of an instant where its day is shown. */
export function timeOfDay(instant: string, timeZone: string): string {
  return new Intl.DateTimeFormat(locale(), { timeZone, hour: '2-digit', minute: '2-digit' }).format(new Date(instant));
}

/** Format an instant with seconds, where their difference matters. */
export function formatPreciseTime(instant: string, timeZone: string): string {
  return new Intl.DateTimeFormat(locale(), {
    timeZone,
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    fractionalSecondDigits: 1,
    timeZoneName: 'short',
  }).format(new Date(instant));
}

/** Convert an instant to the value of an `<input type="datetime-local">` in a time zone. */
export function toLocalInput(instant: string, timeZone: string): string {
  const local = Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone).toPlainDateTime();
  return local.toString({ smallestUnit: 'minute' });
}

/**
 * Convert the value of an `<input type="datetime-local">` in a time zone to an instant: `shown`, while the value is the one
 * that shows it, which has no seconds and is the same for both of a repeated time. A time that a clock change skips becomes
 * the later one, a repeated time the earlier one. Null for an incomplete value.
 */
export function fromLocalInput(value: string, timeZone: string, shown: string | null = null): string | null {
  if (shown !== null && value === toLocalInput(shown, timeZone)) return shown;
  try {
    return Temporal.PlainDateTime.from(value).toZonedDateTime(timeZone).toInstant().toString();
  } catch {
    return null;
  }
}

/** A time on the clock of a time zone, as the API takes and shows it. */
export interface LocalTime {
  local: string;
  time_zone: string;
}

/** What the API takes as a time of publication. */
export type RequestedTime = string | { local: string; time_zone?: string | undefined };

/**
 * Return the local time that stands for an instant. Null for the second of two instants that the clock shows alike: the
 * API would take the first.
 */
export function toLocalTime(instant: string, timeZone: string): LocalTime | null {
  const zoned = Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone);
  const first = zoned.toPlainDateTime().toZonedDateTime(timeZone);
  if (first.epochMilliseconds !== zoned.epochMilliseconds) return null;
  const smallestUnit = zoned.second === 0 ? 'minute' : 'second';
  return { local: zoned.toPlainDateTime().toString({ smallestUnit }), time_zone: timeZone };
}

/** Format a local time for reading, with its zone: `20 Nov 2026, 10:30 (Europe/Berlin)`. */
export function formatLocalTime({ local, time_zone }: LocalTime): string {
  const text = new Intl.DateTimeFormat(locale(), {
    ...{ timeZone: 'UTC', day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit' },
  } as const).format(new Date(`${local}Z`));
  return `${text} (${toWords(time_zone)})`;
}

/** Return the first of these time zones in which times can be computed, or UTC. A browser may name an unknown one. */
export function firstKnownTimeZone(names: readonly (string | null | undefined)[]): string {
  return names.find((name) => name != null && isKnown(name)) ?? 'UTC';
}

function isKnown(timeZone: string): boolean {
  try {
    return Boolean(Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(timeZone));
  } catch {
    return false;
  }
}
