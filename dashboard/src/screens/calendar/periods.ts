import { Temporal } from 'temporal-polyfill';
import { locale } from '../../language/texts.ts';

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
 * Return the range of a period in a time zone: whole weeks, from the first day of the locale. The list has the range of
 * the month, so that changing between the two loads nothing.
 */
export function rangeOf({ view, day }: Period, timeZone: string): Range {
  const date = Temporal.PlainDate.from(day);
  const firstOfMonth = date.with({ day: 1 });
  const lastOfMonth = firstOfMonth.add({ months: 1 }).subtract({ days: 1 });
  const first = weekStartOf(view === 'week' ? date : firstOfMonth);
  const end = weekStartOf(view === 'week' ? date : lastOfMonth).add({ weeks: 1 });
  const toInstant = (start: Temporal.PlainDate) => start.toZonedDateTime(timeZone).toInstant().toString();
  return { from: toInstant(first), to: toInstant(end) };
}

/** Return how a locale writes a time of day: `09:30`, or `9:30 AM`. */
export function timeFormat(name: string): { hour: 'numeric' | '2-digit'; minute: '2-digit' } {
  const { hour12 } = new Intl.DateTimeFormat(name, { hour: 'numeric' }).resolvedOptions();
  return { hour: hour12 ? 'numeric' : '2-digit', minute: '2-digit' };
}

/** Return a function that writes the local time of an instant, as the locale of the dashboard does. */
export function timeWriter(timeZone: string): (instant: string) => string {
  // To create a format takes longer than to use it a hundred times.
  const format = new Intl.DateTimeFormat(locale(), { timeZone, ...timeFormat(locale()) });
  return (instant) => format.format(new Date(instant));
}

const MONDAY = 1;

/** Return the first day of the week in a locale: 1 for Monday to 7 for Sunday. Monday where the browser does not know. */
export function firstDayOfWeek(name: string): number {
  const known: WeekLocale = new Intl.Locale(name);
  return (known.getWeekInfo?.() ?? known.weekInfo)?.firstDay ?? MONDAY;
}

/** The types of the language lack the week. Browsers have it as a method, earlier ones as a property. */
interface WeekLocale extends Intl.Locale {
  getWeekInfo?: () => { firstDay: number };
  weekInfo?: { firstDay: number };
}

function weekStartOf(date: Temporal.PlainDate): Temporal.PlainDate {
  return date.subtract({ days: (date.dayOfWeek - firstDayOfWeek(locale()) + 7) % 7 });
}

/** Return the title of a period: its month, or the days of its week. */
export function titleOf({ view, day }: Period): string {
  const date = Temporal.PlainDate.from(day);
  if (view !== 'week') return format({ month: 'long', year: 'numeric' }).format(toUtc(date));
  const first = weekStartOf(date);
  const days = format({ day: 'numeric', month: 'short', year: 'numeric' });
  return days.formatRange(toUtc(first), toUtc(first.add({ days: 6 })));
}

/** Return the long name of a day, such as `Friday 20 November`. */
export function dayTitle(day: string): string {
  return format({ weekday: 'long', day: 'numeric', month: 'long' }).format(toUtc(Temporal.PlainDate.from(day)));
}

// Days are formatted in the zone in which they are given as instants, so that no zone can shift them.
function format(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(locale(), { ...options, timeZone: 'UTC' });
}

function toUtc(date: Temporal.PlainDate): Date {
  return new Date(date.toZonedDateTime('UTC').epochMilliseconds);
}

const VIEWS: readonly string[] = ['month', 'week', 'list'] satisfies CalendarView[];

/** Read the period from the query of a URL. What the query does not say is that of `otherwise`. */
export function readPeriod(query: URLSearchParams, otherwise: Period): Period {
  const view = query.get('view') ?? '';
  const day = query.get('day') ?? '';
  return {
    view: VIEWS.includes(view) ? (view as CalendarView) : otherwise.view,
    day: isDay(day) ? day : otherwise.day,
  };
}

function isDay(text: string): boolean {
  try {
    return Temporal.PlainDate.from(text).toString() === text;
  } catch {
    return false;
  }
}
