import { Temporal } from 'temporal-polyfill';
import type { ImportRow } from './fields.ts';

/** A day of a month with the rows that are planned on it, earliest first. */
export interface PlannedDay {
  date: string;
  isOfMonth: boolean;
  rows: ImportRow[];
}

/** List the months of rows in a time zone, in order, as 2027-03. */
export function monthsOf(rows: readonly ImportRow[], timeZone: string): string[] {
  return [...new Set(planned(rows, timeZone).map(({ date }) => date.slice(0, 7)))].sort();
}

/** Build the weeks of a month, from Monday, with the rows of each day. */
export function weeksOf(month: string, rows: readonly ImportRow[], timeZone: string): PlannedDay[][] {
  const first = Temporal.PlainDate.from(`${month}-01`);
  const plans = planned(rows, timeZone);
  const start = first.subtract({ days: first.dayOfWeek - 1 });
  const weekCount = Math.ceil((first.dayOfWeek - 1 + first.daysInMonth) / 7);
  return Array.from({ length: weekCount }, (_, week) =>
    Array.from({ length: 7 }, (_, day) => {
      const date = start.add({ days: week * 7 + day }).toString();
      const ofDay = plans.filter((plan) => plan.date === date).toSorted((a, b) => (a.at < b.at ? -1 : 1));
      return { date, isOfMonth: date.startsWith(month), rows: ofDay.map(({ row }) => row) };
    }),
  );
}

function planned(rows: readonly ImportRow[], timeZone: string) {
  return rows.flatMap((row) => {
    if (row.scheduled_at === null || (row.status !== 'valid' && row.status !== 'created')) return [];
    const date = Temporal.Instant.from(row.scheduled_at).toZonedDateTimeISO(timeZone).toPlainDate().toString();
    return [{ row, date, at: row.scheduled_at }];
  });
}
