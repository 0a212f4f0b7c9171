/** The clocks of the calendar: computed by the tables of Node.js alone, without the code under test. */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A part of time, in milliseconds since the epoch. */
export interface Period {
  from: number;
  to: number;
}

const period = (from: string, to: string): Period => ({ from: Date.parse(from), to: Date.parse(to) });

/** The two years of a whole seed. */
export const YEARS = period('2027-01-01T00:00:00Z', '2029-01-01T00:00:00Z');

/** Four months each, in which every clock changes: forward in the north and back in the south, and the reverse. */
export const MONTHS = {
  'spring of 2027': period('2027-02-15T00:00:00Z', '2027-06-15T00:00:00Z'),
  'autumn of 2027': period('2027-08-15T00:00:00Z', '2027-12-15T00:00:00Z'),
  'spring of 2028, a leap year': period('2028-02-15T00:00:00Z', '2028-06-15T00:00:00Z'),
};

/** Clocks that change in the north and in the south, by half an hour, at midnight, and one that is 13:45 ahead of UTC. */
// biome-ignore format: one list
export const ZONES = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'America/Santiago', 'Pacific/Chatham'] as const;
export type Zone = (typeof ZONES)[number];

const FORMATS = new Map<Zone, Intl.DateTimeFormat>();

/** Return what the clock of a zone shows at an instant, to the minute: `2027-03-28T03:30`. */
export function clockAt(atMs: number, zone: Zone): string {
  let format = FORMATS.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' });
    FORMATS.set(zone, format);
  }
  return format.format(atMs).replace(' ', 'T');
}

/** An instant of a local time, and whether the clock skips the time or shows it twice. */
export interface Moment {
  atMs: number;
  clock: 'regular' | 'gap' | 'repeated';
}

const MOMENTS = new Map<string, Moment>();

/** Return the first instant at which a clock shows a local time, or one that is later by the gap if it never does. */
export function momentOf(local: string, zone: Zone): Moment {
  const key = `${zone} ${local}`;
  const moment = MOMENTS.get(key) ?? findMoment(local, zone);
  MOMENTS.set(key, moment);
  return moment;
}

function findMoment(local: string, zone: Zone): Moment {
  const asUtc = Date.parse(`${local}:00Z`);
  const [before, after] = [offsetAt(asUtc - DAY, zone), offsetAt(asUtc + DAY, zone)];
  const shown = [...new Set([asUtc - before, asUtc - after])].filter((atMs) => clockAt(atMs, zone) === local);
  if (shown.length === 0) return { atMs: asUtc - before, clock: 'gap' };
  return { atMs: Math.min(...shown), clock: shown.length === 1 ? 'regular' : 'repeated' };
}

/** How far a clock is ahead of UTC. */
function offsetAt(atMs: number, zone: Zone): number {
  const minute = Math.floor(atMs / MINUTE) * MINUTE;
  return Date.parse(`${clockAt(minute, zone)}:00Z`) - minute;
}

const CHANGES = new Map<Zone, number[]>();

/** List the instants of the two years at which a clock changes. */
export function changesOf(zone: Zone): number[] {
  let changes = CHANGES.get(zone);
  if (!changes) {
    changes = [];
    for (let day = YEARS.from; day < YEARS.to; day += DAY) {
      if (offsetAt(day, zone) === offsetAt(day + DAY, zone)) continue;
      let hour = day;
      while (offsetAt(hour + HOUR / 2, zone) === offsetAt(day, zone)) hour += HOUR / 2;
      changes.push(hour + HOUR / 2);
    }
    CHANGES.set(zone, changes);
  }
  return changes;
}
