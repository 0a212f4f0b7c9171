import { Temporal } from 'temporal-polyfill';

/** A range of time: `from` inclusive, `to` exclusive, as instants. */
export interface Range {
  from: string;
  to: string;
}

export type CalendarView = 'month' | 'week' | 'list';

/** What the calendar shows: a view of the period that contains a day (`2026-11-20`). */
export interface Period {
  view: CalendarView;
  day: string;
}

/** Return today's date in a time zone, as `2026-11-20`. */
export function today(timeZone: string, nowMs: number): string {
  return Temporal.Instant.fromEpochMilliseconds(nowMs).toZonedDateTimeISO(timeZone).toPlainDate().toString();
}

/** Return the period before (-1) or after (1). */
export function shiftPeriod({ view, day }: Period, by: -1 | 1): Period {
  const date = Temporal.PlainDate.from(day);
  const shifted = view === 'week' ? date.add({ weeks: by }) : date.with({ day: 1 }).add({ months: by });
  return { view, day: shifted.toString() };
}

/**
 * Return the range of a period in a time zone: whole weeks, from Monday. The list has the range of the month, so that
 * changing between the two loads nothing.
 */
export function rangeOf({ view, day }: Period, timeZone: string): Range {
  const date = Temporal.PlainDate.from(day);
  const firstOfMonth = date.with({ day: 1 });
  const lastOfMonth = firstOfMonth.add({ months: 1 }).subtract({ days: 1 });
  const first = mondayOf(view === 'week' ? date : firstOfMonth);
  const end = mondayOf(view === 'week' ? date : lastOfMonth).add({ weeks: 1 });
  const toInstant = (start: Temporal.PlainDate) => start.toZonedDateTime(timeZone).toInstant().toString();
  return { from: toInstant(first), to: toInstant(end) };
}

function mondayOf(date: Temporal.PlainDate): Temporal.PlainDate {
  return date.subtract({ days: date.dayOfWeek - 1 });
}

/** Return the title of a period: its month, or the days of its week. */
export function titleOf({ view, day }: Period): string {
  const date = Temporal.PlainDate.from(day);
  if (view !== 'week') return format({ month: 'long', year: 'numeric' }).format(toUtc(date));
  const monday = mondayOf(date);
  const days = format({ day: 'numeric', month: 'short', year: 'numeric' });
  return days.formatRange(toUtc(monday), toUtc(monday.add({ days: 6 })));
}

/** Return the long name of a day, such as `Friday 20 November`. */
export function dayTitle(day: string): string {
  return format({ weekday: 'long', day: 'numeric', month: 'long' }).format(toUtc(Temporal.PlainDate.from(day)));
}

// Days are formatted in the zone in which they are given as instants, so that no zone can shift them.
function format(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' });
}

function toUtc(date: Temporal.PlainDate): Date {
  return new Date(date.toZonedDateTime('UTC').epochMilliseconds);
}
