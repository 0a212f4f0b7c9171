import { Temporal } from 'temporal-polyfill';
import { locale } from './language/texts.ts';

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

/** Return the first of these time zones in which times can be formatted, or UTC. A browser may name an unknown one. */
export function firstKnownTimeZone(names: readonly (string | null | undefined)[]): string {
  return names.find((name) => name != null && isKnown(name)) ?? 'UTC';
}

function isKnown(timeZone: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en-GB', { timeZone }));
  } catch {
    return false;
  }
}
