import { describe, expect, it } from 'vitest';
import { type Queue, WEEKDAYS } from '../../lib/queues/rules/queue.ts';
import { advanceTime, setupApi } from '../functions/api-harness.ts';
import { claim, expectExact, killRequests, recordsOf } from '../functions/given/queue-claims.ts';
import { newQueue } from '../functions/resources.ts';
import { newTenant } from '../functions/tenants.ts';

// Twenty requests claim the slots of four days around a change of the clock at the same time, and are killed.

const table = setupApi();
const CLAIMS = 20;

/** Each change of 2027 skips or repeats one of these: `test/queues/slot-times.test.ts` compares them with the clock. */
const TIMES = ['00:30', '02:15', '02:30', '03:30', '23:30'];
const SLOTS = WEEKDAYS.flatMap((weekday) => TIMES.map((time) => ({ weekday, time })));

function offsetAt(timeZone: string, time: string): string {
  const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
  return format.formatToParts(new Date(time)).find(({ type }) => type === 'timeZoneName')!.value;
}

describe('20 claims at the same time', () => {
  it.each([
    ['Europe/Berlin', '2027-03-28', '2027-10-31'],
    ['America/New_York', '2027-03-14', '2027-11-07'],
    ['Australia/Lord_Howe', '2027-04-04', '2027-10-03'],
    ['America/Santiago', '2027-04-04', '2027-09-05'],
    ['Pacific/Auckland', '2027-04-04', '2027-09-26'],
  ])(
    'take each slot of a queue in %s once and skip none across the changes of %s and %s, although requests are killed',
    async (time_zone, ...changes) => {
      for (const change of changes) {
        table.clear();
        const fromMs = Date.parse(`${change}T00:00:00Z`) - 2 * 86_400_000;
        advanceTime(fromMs - Date.now());
        const tenant = await newTenant();
        await newQueue(tenant, { time_zone, slots: SLOTS });
        const stopKills = killRequests(table);
        const keys = Array.from({ length: CLAIMS }, (_, index) => `${change}-${index}`);
        const slots = (await Promise.all(keys.map((key) => claim(tenant, key)))).sort();
        stopKills();
        expectExact(table, CLAIMS, fromMs);
        expect(recordsOf<Queue>(table, 'Queue')[0]!.posts.map(({ slot_at }) => slot_at)).toEqual(slots);
        expect(offsetAt(time_zone, slots[0]!)).not.toBe(offsetAt(time_zone, slots.at(-1)!));
      }
    },
  );
});
