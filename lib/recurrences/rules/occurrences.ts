import { RRuleTemporal } from 'rrule-temporal';
import type { ScheduledLocal } from '../../content/rules/scheduled-local.ts';
import { localTimeAt, resolveLocalTime } from '../../core/values/local-time.ts';
import { DAY_MS, formatInstant } from '../../core/values/timestamps.ts';

/** What of a recurrence decides when it publishes: a rule over local dates, and a clock. */
export interface Calendar {
  rule: string;
  starts_on: string;
  time: string;
  time_zone: string;
  excluded_dates: string[];
  /** The number of the first date of the rule: 0, also where it has passed. A recurrence whose rule was replaced counts on. */
  first_number: number;
}

/** One date of a recurrence, with its instant. */
export interface PlannedDate {
  date: string;
  at: string;
  local: ScheduledLocal;
}

/** A date that gets an item. `number` counts the dates of the rule, also the excluded ones. */
export interface Occurrence extends PlannedDate {
  number: number;
}

// The longest gap of a valid rule: February 29 in every 99th month.
const SEARCHED_DAYS = [62, 800, 20_000] as const;

// The library visits each day from the start of a daily rule, by default 10,000: these are more than 160 years.
const MAX_VISITED_PERIODS = 60_000;

/** Return a date some days later; earlier for a negative number. */
export function addDays(date: string, days: number): string {
  return new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);
}

/** Return the date that the clock of a zone shows. */
export function dateAt(nowMs: number, timeZone: string): string {
  return localTimeAt(nowMs, timeZone).slice(0, 10);
}

/**
 * List the occurrences on the local dates from `from` to `to`, in order, without the excluded ones. A time in the gap of a
 * change of the clock is later by the gap; one that the clock shows twice is the first.
 */
export function occurrencesBetween(calendar: Calendar, from: string, to: string): Occurrence[] {
  const dates = datesBetween(calendar, from, to);
  if (dates.length === 0) return [];
  const first = numberAt(calendar, from);
  return dates.flatMap((date, index) => {
    if (calendar.excluded_dates.includes(date)) return [];
    return [{ ...planOn(calendar, date), number: first + index }];
  });
}

/** Return the occurrence on a date, or null. */
export function occurrenceOn(calendar: Calendar, date: string): Occurrence | null {
  return occurrencesBetween(calendar, date, date)[0] ?? null;
}

/** Return the next dates on or after a date whose instant is after `afterMs`, at most `count`. */
export function nextDates(calendar: Calendar, from: string, afterMs: number, count: number): PlannedDate[] {
  // No earlier date has a later instant. The search must not begin with the rule, which may be years old.
  const present = dateAt(afterMs, calendar.time_zone);
  const start = from > present ? from : present;
  let found: PlannedDate[] = [];
  for (const days of SEARCHED_DAYS) {
    found = [];
    for (const date of datesBetween(calendar, start, addDays(start, days))) {
      if (calendar.excluded_dates.includes(date)) continue;
      const planned = planOn(calendar, date);
      if (Date.parse(planned.at) > afterMs) found.push(planned);
      if (found.length === count) return found;
    }
  }
  return found;
}

/** Return the number of the first date of the rule on or after `date`. */
export function numberAt(calendar: Calendar, date: string): number {
  return calendar.first_number + datesBetween(calendar, calendar.starts_on, addDays(date, -1)).length;
}

/** List the dates of a rule. The library computes on days without a zone: the clock is applied to its dates. */
function datesBetween({ rule, starts_on }: Calendar, from: string, to: string): string[] {
  if (to < starts_on || to < from) return [];
  const start = `${starts_on.replaceAll('-', '')}T000000`;
  const lines = `DTSTART;TZID=UTC:${start}\nRRULE:${rule.replace(/UNTIL=\d{8}/, '$&T235959Z')}`;
  const dates = new RRuleTemporal({ rruleString: lines, maxIterations: MAX_VISITED_PERIODS }).between(
    new Date(from),
    new Date(to),
    true,
  );
  return dates.map(({ epochMilliseconds }) => new Date(epochMilliseconds).toISOString().slice(0, 10));
}

function planOn({ time, time_zone }: Calendar, date: string): PlannedDate {
  const given = { local: `${date}T${time}`, time_zone };
  const { epochMs, clock } = resolveLocalTime(given);
  return { date, at: formatInstant(epochMs), local: clock === 'regular' ? given : { ...given, clock } };
}
