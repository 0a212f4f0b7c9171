import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  bucketKeysAt,
  bucketsCovering,
  bucketsOf,
  dayOf,
  hourOf,
  periodOf,
  RELATIVE_PERIOD,
  startOfHour,
} from '../../../lib/analytics/rules/time-buckets.ts';
import { DAY_MS, HOUR_MS } from '../../../lib/core/values/timestamps.ts';

const times = fc.date({
  min: new Date('1999-12-01T00:00:00Z'),
  max: new Date('2030-02-01T00:00:00Z'),
  noInvalidDate: true,
});
const lengths = fc.integer({ min: 0, max: 100 * DAY_MS });
const floorMs = (date: Date) => Math.floor(date.getTime() / HOUR_MS) * HOUR_MS;

/** All hours of the given buckets; a day counts as its 24 hours. */
function hoursIn({ days, hours }: { days: string[]; hours: string[] }): string[] {
  const ofDays = days.flatMap((day) =>
    Array.from({ length: 24 }, (_, hour) => `${day}T${String(hour).padStart(2, '0')}`),
  );
  return [...ofDays, ...hours].sort();
}

function hoursFromTo(fromMs: number, toMs: number): string[] {
  const hours: string[] = [];
  for (let timeMs = fromMs; timeMs < toMs; timeMs += HOUR_MS) hours.push(hourOf(new Date(timeMs)));
  return hours;
}

describe('hourOf, dayOf, startOfHour', () => {
  it('return the UTC hour and day that contain a time', () => {
    const time = new Date('2027-03-01T00:30:00+02:00');
    expect(hourOf(time)).toBe('2027-02-28T22');
    expect(dayOf(time)).toBe('2027-02-28');
  });

  it('return the start of the hour that contains a time', () => {
    fc.assert(fc.property(times, (time) => startOfHour(hourOf(time)).getTime() === floorMs(time)));
  });

  it.each(['2027-02-30T10', '2027-02-28T24', '2027-02-28', '2027-2-28T10', '', '__proto__'])(
    'reject %j as an hour',
    (hour) => expect(() => startOfHour(hour)).toThrow(RangeError),
  );

  it('reject a year that does not have four digits', () => {
    expect(() => hourOf(new Date('+010000-01-01T00:00:00Z'))).toThrow(RangeError);
  });
});

describe('bucketKeysAt, bucketsOf', () => {
  /** Count how often the counts of a time are read for a period. */
  function readings(time: Date, period: { from: Date; to: Date }): number {
    const keys = bucketKeysAt(time);
    return bucketsOf(period).flatMap(({ time, hours }) =>
      keys.filter((key) => key.time === time && (key.hour === null ? hours === null : hours?.includes(key.hour))),
    ).length;
  }

  it('read a count once for a period that contains it, and for no other', () => {
    fc.assert(
      fc.property(times, lengths, fc.integer({ min: -2 * DAY_MS, max: 101 * DAY_MS }), (from, lengthMs, atMs) => {
        const start = new Date(floorMs(from));
        const to = new Date(floorMs(new Date(from.getTime() + lengthMs)));
        const time = new Date(start.getTime() + atMs);
        expect(readings(time, { from: start, to })).toBe(time >= start && time < to ? 1 : 0);
      }),
    );
  });

  it('read at most 96 buckets for 90 days, whatever the start, and 7 for 24 hours', () => {
    fc.assert(
      fc.property(times, (from) => {
        const count = (days: number) => bucketsOf({ from, to: new Date(from.getTime() + days * DAY_MS) }).length;
        expect(count(90)).toBeLessThanOrEqual(96);
        expect(count(1)).toBeLessThanOrEqual(7);
      }),
    );
  });

  it('return the four hours that contain a time', () => {
    expect(bucketKeysAt(new Date('2027-03-01T23:59:59Z'))).toEqual([
      { time: '2027-03-01', hour: null },
      { time: '2027-03-01T20-24', hour: '23' },
    ]);
  });
});

describe('bucketsCovering', () => {
  it('covers every hour between the rounded-down ends exactly once', () => {
    fc.assert(
      fc.property(times, lengths, (from, lengthMs) => {
        const to = new Date(from.getTime() + lengthMs);
        expect(hoursIn(bucketsCovering(from, to))).toEqual(hoursFromTo(floorMs(from), floorMs(to)));
      }),
    );
  });

  it('covers no whole UTC day with single hours', () => {
    fc.assert(
      fc.property(times, lengths, (from, lengthMs) => {
        const { hours } = bucketsCovering(from, new Date(from.getTime() + lengthMs));
        const perDay = Object.values(Object.groupBy(hours, (hour) => hour.slice(0, 10)));
        expect(perDay.every((ofDay) => ofDay!.length < 24)).toBe(true);
        expect(perDay.length).toBeLessThanOrEqual(2);
      }),
    );
  });

  it('covers adjoining periods with the same hours as their union', () => {
    fc.assert(
      fc.property(times, lengths, lengths, (from, one, two) => {
        const middle = new Date(from.getTime() + one);
        const to = new Date(middle.getTime() + two);
        const parts = [...hoursIn(bucketsCovering(from, middle)), ...hoursIn(bucketsCovering(middle, to))];
        expect(parts.sort()).toEqual(hoursIn(bucketsCovering(from, to)));
      }),
    );
  });

  it('covers a period that starts and ends within a day with two days and the edge hours', () => {
    expect(bucketsCovering(new Date('2027-02-27T22:59:59Z'), new Date('2027-03-02T01:10:00Z'))).toEqual({
      days: ['2027-02-28', '2027-03-01'],
      hours: ['2027-02-27T22', '2027-02-27T23', '2027-03-02T00'],
    });
  });

  it('is empty when the end is not after the start', () => {
    const time = new Date('2027-02-27T22:00:00Z');
    expect(bucketsCovering(time, time)).toEqual({ days: [], hours: [] });
    expect(bucketsCovering(time, new Date('2027-02-20T22:00:00Z'))).toEqual({ days: [], hours: [] });
  });
});

describe('periodOf', () => {
  const now = new Date('2027-03-10T14:25:36.789Z');

  it.each([
    ['1h', '2027-03-10T14:00:00.000Z', '2027-03-10T15:00:00.000Z'],
    ['36h', '2027-03-09T03:00:00.000Z', '2027-03-10T15:00:00.000Z'],
    ['720h', '2027-02-08T15:00:00.000Z', '2027-03-10T15:00:00.000Z'],
    ['8784h', '2026-03-09T15:00:00.000Z', '2027-03-10T15:00:00.000Z'],
    ['1d', '2027-03-09T15:00:00.000Z', '2027-03-10T15:00:00.000Z'],
    ['8d', '2027-03-03T00:00:00.000Z', '2027-03-11T00:00:00.000Z'],
    ['366d', '2026-03-10T00:00:00.000Z', '2027-03-11T00:00:00.000Z'],
    ['24h', '2027-03-09T15:00:00.000Z', '2027-03-10T15:00:00.000Z'],
    ['7d', '2027-03-03T15:00:00.000Z', '2027-03-10T15:00:00.000Z'],
    ['30d', '2027-02-09T00:00:00.000Z', '2027-03-11T00:00:00.000Z'],
    ['90d', '2026-12-11T00:00:00.000Z', '2027-03-11T00:00:00.000Z'],
  ])('subtracts %s from the end of the running hour or day', (period, from, to) => {
    expect(periodOf({ period }, now)).toEqual({ from: new Date(from), to: new Date(to), label: period });
  });

  it('is 7d by default', () => {
    expect(periodOf({}, now)).toEqual(periodOf({ period: '7d' }, now));
  });

  const counts = fc.oneof(
    fc.integer({ min: 1, max: 366 }).map((count) => [`${count}d`, count * 24] as const),
    fc.integer({ min: 1, max: 366 * 24 }).map((count) => [`${count}h`, count] as const),
  );

  it('has the requested hours, the running one included, in one sum per day and 12 more at most', () => {
    fc.assert(
      fc.property(times, counts, (time, [name, length]) => {
        const period = periodOf({ period: name }, time);
        if ('problem' in period) throw new Error(period.problem.detail);
        const hours = hoursIn(bucketsCovering(period.from, period.to));
        expect(hours).toHaveLength(length);
        expect(hours).toContain(hourOf(time));
        expect(bucketsOf(period).length).toBeLessThanOrEqual(length / 24 + 12);
      }),
    );
  });

  it('is any number of hours or days up to 366 days, and nothing else', () => {
    const valid = [...Array(10_000).keys()].flatMap((count) =>
      [`${count}h`, `${count}d`].filter((text) => RELATIVE_PERIOD.test(text)),
    );
    const hours = Array.from({ length: 366 * 24 }, (_, index) => `${index + 1}h`);
    const days = Array.from({ length: 366 }, (_, index) => `${index + 1}d`);
    expect(new Set(valid)).toEqual(new Set([...hours, ...days]));
    const others = [
      '',
      '7',
      'd',
      '07d',
      '-7d',
      '+7d',
      '7 d',
      '7D',
      '24H',
      '1w',
      '1y',
      '1.5d',
      '7d ',
      '7d\n',
      '٧d',
      '1e2h',
    ];
    for (const text of others) expect(RELATIVE_PERIOD.test(text), text).toBe(false);
  });

  it('rounds explicit ends up to the hour, so that an end of now includes the running hour', () => {
    expect(periodOf({ from: '2027-03-10T10:00:00Z', to: '2027-03-10T15:25:00+01:00' }, now)).toEqual({
      from: new Date('2027-03-10T10:00:00Z'),
      to: new Date('2027-03-10T15:00:00Z'),
      label: '2027-03-10T10:00:00.000Z/2027-03-10T14:25:00.000Z',
    });
  });

  it.each([
    [{ period: '7d', from: '2027-03-01T00:00:00Z', to: '2027-03-02T00:00:00Z' }, 'period', 'conflict'],
    [{ period: '7d', to: '2027-03-02T00:00:00Z' }, 'period', 'conflict'],
    [{ from: '2027-03-01T00:00:00Z' }, 'to', 'required'],
    [{ to: '2027-03-01T00:00:00Z' }, 'from', 'required'],
    [{ from: '2027-02-30T00:00:00Z', to: '2027-03-02T00:00:00Z' }, 'from', 'invalid_time'],
    [{ from: '2027-03-01T00:00:00Z', to: '2027-03-02' }, 'to', 'invalid_time'],
    [{ from: '9999-12-31T20:00:00Z', to: '9999-12-31T23:59:59-10:00' }, 'from', 'invalid_time'],
    [{ from: '0000-01-01T00:00:00+10:00', to: '0000-01-02T00:00:00Z' }, 'from', 'invalid_time'],
    [{ from: '2027-03-02T00:00:00Z', to: '2027-03-02T00:00:00Z' }, 'to', 'not_after_from'],
    [{ from: '2027-03-03T00:00:00Z', to: '2027-03-02T00:00:00Z' }, 'to', 'not_after_from'],
    [{ from: '2026-03-01T00:00:00Z', to: '2027-03-02T00:00:00.001Z' }, 'to', 'period_too_long'],
    [{ from: '2027-03-01T10:10:00Z', to: '2027-03-01T10:50:00Z' }, 'to', 'period_too_short'],
  ] as const)('returns the invalid parameter in %j', (query, field, code) => {
    expect(periodOf(query, now)).toEqual({ problem: { field, code, detail: expect.any(String) } });
  });

  it('allows 366 days to the millisecond', () => {
    const period = periodOf({ from: '2027-03-01T00:00:00Z', to: '2028-03-01T00:00:00Z' }, now);
    expect(period).toMatchObject({ to: new Date('2028-03-01T00:00:00Z') });
  });
});
