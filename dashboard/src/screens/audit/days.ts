import { locale } from '../../language/texts.ts';
import type { AuditEntry } from './describe.ts';

/** The entries of one day, newest first. */
export interface Day {
  /** The day as people write it, for example `Friday, 20 November 2026`. */
  name: string;
  entries: AuditEntry[];
}

/**
 * Group entries by the day of their change in a time zone, newest first. The log has them in the order in which they
 * were recorded: a change can be older than the entry before it.
 */
export function groupByDay(entries: readonly AuditEntry[], timeZone: string): Day[] {
  const format = new Intl.DateTimeFormat(locale(), { timeZone, dateStyle: 'full' });
  const days: Day[] = [];
  for (const entry of entries.toSorted((a, b) => b.at.localeCompare(a.at) || b.number - a.number)) {
    const name = format.format(new Date(entry.at));
    if (days.at(-1)?.name !== name) days.push({ name, entries: [] });
    days.at(-1)!.entries.push(entry);
  }
  return days;
}

/** Format an instant that a sentence names: the day and the time, for example `3 Mar, 09:00`. */
export function timeInSentence(at: string, timeZone: string): string {
  return new Intl.DateTimeFormat(locale(), {
    timeZone,
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
  }).format(new Date(at));
}
