import { locale } from './language/texts.ts';

export const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** Return the name of a weekday in the language of the dashboard. */
export function weekdayName(weekday: Weekday, width: 'long' | 'short' = 'long'): string {
  // The first of January 2024 is a Monday.
  const day = Date.UTC(2024, 0, 1 + WEEKDAYS.indexOf(weekday));
  return new Intl.DateTimeFormat(locale(), { weekday: width, timeZone: 'UTC' }).format(day);
}
