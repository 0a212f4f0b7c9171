import { DAY_MS } from '../../core/values/timestamps.ts';

/** Return the start of an ISO 8601 week such as `2026-W48` (UTC, epoch milliseconds), or null for a week that is none. */
export function weekStart(week: string): number | null {
  const [year = 0, number = 0] = week.split('-W').map(Number);
  // The fourth of January is in the first week of its year.
  const fourth = Date.UTC(year, 0, 4);
  const weekday = (new Date(fourth).getUTCDay() + 6) % 7;
  const startMs = fourth + ((number - 1) * 7 - weekday) * DAY_MS;
  const thursday = new Date(startMs + 3 * DAY_MS);
  return number >= 1 && thursday.getUTCFullYear() === year ? startMs : null;
}
