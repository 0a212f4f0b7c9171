import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../../lib/core/values/timestamps.ts';
import { WEEKDAYS, type WeeklySlot } from '../../lib/queues/rules/queue.ts';
import { slotTimes } from '../../lib/queues/rules/slot-times.ts';

const QUARTER_MS = 15 * 60_000;
const TIMES = ['00:30', '02:00', '02:15', '02:30', '03:30', '12:00', '23:45'];
const SLOTS: WeeklySlot[] = WEEKDAYS.flatMap((weekday) => TIMES.map((time) => ({ weekday, time })));
const [START, END] = [Date.parse('2027-01-01T00:00:00Z'), Date.parse('2028-01-01T00:00:00Z')];

/** The clock of a zone at an instant, by the tables of Node.js: `2027-03-28T03:30`. */
function clockOf(zone: string): (timeMs: number) => string {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' });
  return (timeMs) => format.format(timeMs).replace(' ', 'T');
}

/** The instants of `TIMES` on each day of 2027: the first at which the clock shows one, or with the offset before a gap. */
function expectedTimes(zone: string): string[] {
  const clock = clockOf(zone);
  const first = new Map<string, number>();
  for (let timeMs = START - 2 * DAY_MS; timeMs < END + 2 * DAY_MS; timeMs += QUARTER_MS) {
    const shown = clock(timeMs);
    if (!first.has(shown)) first.set(shown, timeMs);
  }
  const times = new Set<number>();
  for (let dayMs = START - DAY_MS; dayMs < END + DAY_MS; dayMs += DAY_MS) {
    for (const time of TIMES) {
      const local = `${new Date(dayMs).toISOString().slice(0, 10)}T${time}`;
      const asUtc = Date.parse(`${local}:00Z`);
      const offsetBefore = Date.parse(`${clock(asUtc - DAY_MS)}:00Z`) - (asUtc - DAY_MS);
      times.add(first.get(local) ?? asUtc - offsetBefore);
    }
  }
  const inYear = [...times].filter((timeMs) => timeMs > START && timeMs < END);
  return inYear.sort((a, b) => a - b).map((timeMs) => new Date(timeMs).toISOString());
}

describe('the slots of a queue', () => {
  it.each(['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'America/Santiago', 'Pacific/Auckland'])(
    'are those of the clock of %s on every day of 2027, across both changes, each once and in order',
    (zone) => {
      const found: string[] = [];
      for (const time of slotTimes({ slots: SLOTS, time_zone: zone }, START)) {
        if (Date.parse(time) >= END) break;
        found.push(time);
      }
      expect(found).toEqual(expectedTimes(zone));
      expect(found.length).toBeGreaterThan(7 * 363);
    },
  );

  it('are in order where slots have zones of their own', () => {
    const zones = ['Pacific/Kiritimati', 'UTC', 'Pacific/Pago_Pago'];
    const slots = zones.map((time_zone): WeeklySlot => ({ weekday: 'sunday', time: '12:00', time_zone }));
    const times = slotTimes({ slots, time_zone: 'UTC' }, Date.parse('2027-01-01T00:00:00Z'));
    expect([times.next().value, times.next().value, times.next().value]).toEqual([
      '2027-01-02T22:00:00.000Z',
      '2027-01-03T12:00:00.000Z',
      '2027-01-03T23:00:00.000Z',
    ]);
  });

  it('begin after the given time and end after 731 days', () => {
    const queue = { slots: [{ weekday: 'friday', time: '09:00' } as const], time_zone: 'UTC' };
    const times = [...slotTimes(queue, Date.parse('2027-01-01T09:00:00Z'))];
    expect([times[0], times.length]).toEqual(['2027-01-08T09:00:00.000Z', 104]);
  });
});
