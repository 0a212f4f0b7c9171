import { Temporal } from 'temporal-polyfill';
import type { ContentCreate } from '../../typescript/src/types.ts';
import { UsageError } from './usage.ts';

/** A time of publication in a request. */
export type RequestedTime = NonNullable<ContentCreate['scheduled_at']>;

/** A time as a person writes it, computed. */
export interface PlannedTime {
  /** The instant, in RFC 3339 with the offset of the zone. */
  iso: string;
  epochMs: number;
  /** What requests send for a publication: a time on a clock as it was given, so that it stays one when rules of zones change. */
  requested: RequestedTime;
  /** What differs from the text: the local time does not exist on that day, or exists twice. */
  note: string | null;
}

/** The forms of a time, for help and errors. */
const TIME_FORMS =
  '2026-12-01T09:00:00+01:00, "2026-12-01 09:00 [Zone]", "today|tomorrow|monday…sunday 9:00|9am [Zone]", "in 2 hours|90 minutes|3 days", now';

const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const UNITS: Readonly<Record<string, 'minutes' | 'hours' | 'days' | 'weeks'>> = {
  minute: 'minutes',
  hour: 'hours',
  day: 'days',
  week: 'weeks',
};
const INSTANT = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?\s*(Z|[+-]\d{2}:?\d{2})$/i;
const LOCAL =
  /^(?<day>\d{4}-\d{2}-\d{2}|[a-z]+)(?:[T\s]+|\s+at\s+)(?<clock>\d{1,2}(?::\d{2}){0,2}\s*(?:am|pm)?)(?:\s+(?<zone>[A-Za-z][\w+\-/]*))?$/i;
const IN = /^in\s+(\d+)\s+(minute|hour|day|week)s?$/i;
const CLOCK = /^(\d{1,2})(?::(\d{2}))?(?::(\d{2}))?\s*(am|pm)?$/i;

/** Return the time zone of this machine. */
export function machineZone(): string {
  return process.env.TZ && isZone(process.env.TZ) ? process.env.TZ : Temporal.Now.timeZoneId();
}

/** Parse a time (`TIME_FORMS`). `zone` is that of a local time without one. Throws a UsageError that names the forms. */
export function parseTime(text: string, { nowMs, zone }: { nowMs: number; zone: string }): PlannedTime {
  const given = text.trim();
  const now = Temporal.Instant.fromEpochMilliseconds(nowMs).toZonedDateTimeISO(assertZone(zone));
  if (/^now$/i.test(given)) return planned(now);
  if (INSTANT.test(given)) return fromInstant(given, zone);
  const [, amount, unit] = IN.exec(given) ?? [];
  // A day is a calendar day: the clock shows the same time, also after a change of the clocks.
  if (unit) return planned(added(now, { [UNITS[unit.toLowerCase()]!]: Number(amount) }, given));
  const { day, clock, zone: named } = LOCAL.exec(given)?.groups ?? {};
  if (!day || !clock) throw invalid(given);
  const local = now.withTimeZone(assertZone(named ?? zone));
  return fromLocal(dayOf(day, local, given).toPlainDateTime(clockOf(clock, given)), local.timeZoneId);
}

function added(now: Temporal.ZonedDateTime, duration: Temporal.DurationLike, given: string): Temporal.ZonedDateTime {
  try {
    return now.add(duration);
  } catch {
    throw invalid(given);
  }
}

function fromInstant(given: string, zone: string): PlannedTime {
  try {
    return planned(
      Temporal.Instant.from(given.replace(/\s+(?=[Z+-])/i, '').replace(' ', 'T')).toZonedDateTimeISO(zone),
    );
  } catch {
    throw invalid(given);
  }
}

function fromLocal(local: Temporal.PlainDateTime, zone: string): PlannedTime {
  // Before a gap, `compatible` adds its length; of a time that exists twice, it is the first.
  const time = local.toZonedDateTime(zone, { disambiguation: 'compatible' });
  const clock = local.toString({ smallestUnit: 'minute' }).replace('T', ' ');
  const requested = {
    local: local.toString({ smallestUnit: local.second === 0 ? 'minute' : 'second' }),
    time_zone: zone,
  };
  if (!time.toPlainDateTime().equals(local)) {
    return { ...planned(time), requested, note: `${clock} does not exist in ${zone}: the clocks move forward.` };
  }
  const later = local.toZonedDateTime(zone, { disambiguation: 'later' });
  const note = later.equals(time) ? null : `${clock} exists twice in ${zone}: this is the first one.`;
  return { ...planned(time), requested, note };
}

function planned(time: Temporal.ZonedDateTime): PlannedTime {
  const iso = time.toString({ timeZoneName: 'never', fractionalSecondDigits: time.millisecond === 0 ? 0 : 3 });
  return { iso, epochMs: time.epochMilliseconds, requested: iso, note: null };
}

/** Return the instant of a time of publication in a request. */
export function epochMsOf(requested: RequestedTime): number {
  if (typeof requested === 'string') return Date.parse(requested);
  const { local, time_zone = machineZone() } = requested;
  return fromLocal(Temporal.PlainDateTime.from(local), time_zone).epochMs;
}

function dayOf(day: string, now: Temporal.ZonedDateTime, given: string): Temporal.PlainDate {
  const today = now.toPlainDate();
  const name = day.toLowerCase();
  if (name === 'today') return today;
  if (name === 'tomorrow') return today.add({ days: 1 });
  const weekday = WEEKDAYS.indexOf(name) + 1;
  // The next day of this name: on a Monday, `monday` is in a week.
  if (weekday > 0) return today.add({ days: ((weekday - today.dayOfWeek + 6) % 7) + 1 });
  try {
    return Temporal.PlainDate.from(day, { overflow: 'reject' });
  } catch {
    throw invalid(given);
  }
}

function clockOf(clock: string, given: string): Temporal.PlainTime {
  const [, hours, minute = '0', second = '0', half] = CLOCK.exec(clock.trim()) ?? [];
  let hour = Number(hours);
  if (half) {
    if (hour < 1 || hour > 12) throw invalid(given);
    hour = (hour % 12) + (half.toLowerCase() === 'pm' ? 12 : 0);
  } else if (!clock.includes(':')) throw invalid(given);
  try {
    return Temporal.PlainTime.from({ hour, minute: Number(minute), second: Number(second) }, { overflow: 'reject' });
  } catch {
    throw invalid(given);
  }
}

function assertZone(zone: string): string {
  if (isZone(zone)) return zone;
  throw new UsageError(`${JSON.stringify(zone)} is no time zone. Use a name such as Europe/Berlin or UTC.`);
}

function isZone(zone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}

function invalid(text: string): UsageError {
  return new UsageError(`${JSON.stringify(text)} is no time. Forms: ${TIME_FORMS}.`);
}
