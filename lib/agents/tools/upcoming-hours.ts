import { DAY_MS, HOUR_MS } from '../../core/values/timestamps.ts';

const QUARTER_MS = HOUR_MS / 4;

/** An hour of the week in a time zone. */
interface WeekHour {
  weekday: string;
  hour: number;
}

/**
 * Return when each of these hours of the week comes next in a time zone (epoch milliseconds), in the order given, at least
 * an hour from now and within eight days. An hour that a change of the clock skips comes a week later, or
 * is left out.
 */
export function upcomingHours<Hour extends WeekHour>(
  hours: readonly Hour[],
  zone: string,
  nowMs: number,
): { hour: Hour; atMs: number }[] {
  const format = new Intl.DateTimeFormat('en-GB', {
    ...{ timeZone: zone, weekday: 'long', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  } as const);
  const times = new Map<string, number>();
  const first = Math.ceil((nowMs + HOUR_MS) / QUARTER_MS) * QUARTER_MS;
  // Zones differ from UTC by multiples of a quarter of an hour.
  for (let atMs = first; atMs < first + 8 * DAY_MS; atMs += QUARTER_MS) {
    const parts = Object.fromEntries(format.formatToParts(atMs).map(({ type, value }) => [type, value]));
    if (parts.minute !== '00') continue;
    const name = `${parts.weekday?.toLowerCase()} ${Number(parts.hour)}`;
    if (!times.has(name)) times.set(name, atMs);
  }
  return hours.flatMap((hour) => {
    const atMs = times.get(`${hour.weekday} ${hour.hour}`);
    return atMs === undefined ? [] : [{ hour, atMs }];
  });
}
