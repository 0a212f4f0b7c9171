import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import {
  addDays,
  type Calendar,
  nextDates,
  numberAt,
  occurrenceOn,
  occurrencesBetween,
} from '../../../lib/recurrences/rules/occurrences.ts';

function calendar(rule: string, fields: Partial<Calendar> = {}): Calendar {
  const clock = { time: '09:00', time_zone: 'UTC' };
  return { rule, starts_on: '2027-01-01', ...clock, excluded_dates: [], first_number: 0, ...fields };
}

const dates = (of: Calendar, from: string, to: string) => occurrencesBetween(of, from, to).map(({ date }) => date);

describe('the dates of a rule', () => {
  it.each([
    ['FREQ=DAILY;INTERVAL=10', ['2027-01-01', '2027-01-11', '2027-01-21', '2027-01-31']],
    ['FREQ=WEEKLY', ['2027-01-01', '2027-01-08', '2027-01-15', '2027-01-22', '2027-01-29']],
    ['FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH', ['2027-01-11', '2027-01-14', '2027-01-25', '2027-01-28']],
    ['FREQ=MONTHLY;BYMONTHDAY=-1', ['2027-01-31']],
    ['FREQ=MONTHLY;BYDAY=2TU', ['2027-01-12']],
    ['FREQ=MONTHLY;BYDAY=-1FR', ['2027-01-29']],
    ['FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=1', ['2027-01-01']],
    ['FREQ=DAILY;COUNT=2', ['2027-01-01', '2027-01-02']],
    ['FREQ=DAILY;UNTIL=20270103', ['2027-01-01', '2027-01-02', '2027-01-03']],
  ])('%s in January', (rule, expected) => {
    expect(dates(calendar(rule), '2027-01-01', '2027-01-31')).toEqual(expected);
  });

  it('leave out a month without the day, and a start that does not match', () => {
    const of = calendar('FREQ=MONTHLY;BYMONTHDAY=31', { starts_on: '2027-01-30' });
    expect(dates(of, '2027-01-01', '2027-06-30')).toEqual(['2027-01-31', '2027-03-31', '2027-05-31']);
    expect(dates(calendar('FREQ=WEEKLY;BYDAY=SA'), '2027-01-01', '2027-01-03')).toEqual(['2027-01-02']);
  });

  it('without the excluded ones, which keep their numbers and count for COUNT', () => {
    const of = calendar('FREQ=DAILY;COUNT=3', { excluded_dates: ['2027-01-02'], first_number: 5 });
    const found = occurrencesBetween(of, '2027-01-01', '2027-02-01');
    expect(found.map(({ date, number }) => [date, number])).toEqual([
      ['2027-01-01', 5],
      ['2027-01-03', 7],
    ]);
    expect([numberAt(of, '2027-01-01'), numberAt(of, '2027-01-03'), numberAt(of, '2028-01-01')]).toEqual([5, 7, 8]);
    expect(occurrenceOn(of, '2027-01-02')).toBeNull();
  });

  it('are found also where they are years apart, and none where there is none', () => {
    const rare = calendar('FREQ=MONTHLY;INTERVAL=12;BYMONTHDAY=29', { starts_on: '2027-02-01' });
    expect(nextDates(rare, '2027-02-01', 0, 1).map(({ date }) => date)).toEqual(['2028-02-29']);
    const never = calendar('FREQ=MONTHLY;INTERVAL=12;BYMONTHDAY=30', { starts_on: '2027-02-01' });
    expect(nextDates(never, '2027-02-01', 0, 1)).toEqual([]);
  });

  it('are found years after the start of the rule, with the numbers that they have since then', () => {
    const old = calendar('FREQ=DAILY', { starts_on: '2020-01-01', time_zone: 'Pacific/Auckland' });
    const nowMs = Date.parse('2027-01-01T12:00:00Z');
    const expected = ['2027-01-02', '2027-01-03'];
    expect(nextDates(old, old.starts_on, nowMs, 2).map(({ date }) => date)).toEqual(expected);
    const days = (Date.parse('2027-01-02') - Date.parse('2020-01-01')) / 86_400_000;
    expect(occurrencesBetween(old, '2027-01-02', '2027-01-03').map(({ number }) => number)).toEqual([days, days + 1]);
  });

  it('are found behind seven years of excluded dates, and a hundred years after the start of a daily rule', () => {
    const first = Date.parse('2027-01-04');
    const mondays = Array.from({ length: 366 }, (_, week) =>
      new Date(first + week * 7 * 86_400_000).toISOString().slice(0, 10),
    );
    const daily = calendar('FREQ=DAILY;BYDAY=MO', { starts_on: '2027-01-01', excluded_dates: mondays });
    expect(nextDates(daily, '2027-01-01', Date.parse('2027-01-01'), 1).map(({ date }) => date)).toEqual([
      ...[addDays(mondays.at(-1)!, 7)],
    ]);
    const old = calendar('FREQ=DAILY', { starts_on: '2027-01-01' });
    expect(occurrencesBetween(old, '2127-01-01', '2127-01-02')).toHaveLength(2);
  });

  it.each(['FREQ=DAILY', 'FREQ=WEEKLY;BYDAY=TU,SU', 'FREQ=MONTHLY;BYDAY=-1SU'])(
    '%s is the same in each window',
    (rule) => {
      const of = calendar(rule);
      const whole = occurrencesBetween(of, '2027-01-01', '2028-12-31');
      const parts = Array.from({ length: 24 }, (_, index) => {
        const from = addDays('2027-01-01', index * 31);
        return occurrencesBetween(of, from, addDays(from, 30));
      }).flat();
      expect(parts.filter(({ date }) => date <= '2028-12-31')).toEqual(whole);
    },
  );
});

describe('the instants of 2027', () => {
  const ZONES = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kolkata', 'America/Santiago'];
  const TIMES = ['00:00', '00:30', '01:30', '02:00', '02:30', '09:00', '23:59'];

  it.each(ZONES)('in %s have each date once, in order, on the clock of the zone', (time_zone) => {
    for (const time of TIMES) {
      const found = occurrencesBetween(calendar('FREQ=DAILY', { time, time_zone }), '2027-01-01', '2027-12-31');
      expect(found.map(({ date }) => date)).toEqual(
        Array.from({ length: 365 }, (_, day) => addDays('2027-01-01', day)),
      );
      expect(found.map(({ at }) => at)).toEqual([...new Set(found.map(({ at }) => at))].sort());
      for (const { date, at, local } of found) {
        const shown = Temporal.Instant.from(at).toZonedDateTimeISO(time_zone).toPlainDateTime().toString().slice(0, 16);
        expect(local).toMatchObject({ local: `${date}T${time}`, time_zone });
        if (local.clock === 'gap') expect(shown > `${date}T${time}`).toBe(true);
        else expect(shown).toBe(`${date}T${time}`);
      }
    }
  });

  it.each([
    ['Europe/Berlin', '02:30', '2027-03-28', 'gap', '2027-03-28T01:30:00.000Z'],
    ['Europe/Berlin', '02:30', '2027-10-31', 'repeated', '2027-10-31T00:30:00.000Z'],
    ['America/New_York', '02:30', '2027-03-14', 'gap', '2027-03-14T07:30:00.000Z'],
    ['America/New_York', '01:30', '2027-11-07', 'repeated', '2027-11-07T05:30:00.000Z'],
    ['Australia/Lord_Howe', '02:15', '2027-10-03', 'gap', '2027-10-02T15:45:00.000Z'],
    ['America/Santiago', '00:30', '2027-09-05', 'gap', '2027-09-05T04:30:00.000Z'],
  ])('in %s at %s on %s: %s', (time_zone, time, date, clock, at) => {
    const found = occurrenceOn(calendar('FREQ=DAILY', { time, time_zone }), date);
    expect(found).toMatchObject({ at, local: { local: `${date}T${time}`, time_zone, clock } });
  });
});
