import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatInstant, parseInstant } from '../../../lib/core/values/timestamps.ts';

interface Written {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
  second: number;
  fraction: string;
  /** Minutes east of Greenwich; null is formatted as Z. */
  offset: number | null;
}

function lengthOf(month: number, year: number): number {
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0;
}

/** Compute epoch milliseconds day by day in whole nanoseconds, without `Date`; null for a nonexistent day. */
function oracle(time: Written): number | null {
  if (time.day < 1 || time.day > lengthOf(time.month, time.year)) return null;
  let days = time.day - 1;
  for (let month = 1; month < time.month; month++) days += lengthOf(month, time.year);
  for (let year = 1970; year < time.year; year++) days += 337 + lengthOf(2, year);
  for (let year = time.year; year < 1970; year++) days -= 337 + lengthOf(2, year);
  const minutes = (days * 24 + time.hour) * 60 + time.minute - (time.offset ?? 0);
  const nanoseconds =
    (BigInt(minutes) * 60n + BigInt(time.second)) * 1_000_000_000n + BigInt(time.fraction.padEnd(9, '0'));
  const [whole, rest] = [nanoseconds / 1_000_000n, nanoseconds % 1_000_000n];
  return Number(whole) + (rest > 0n ? 1 : 0);
}

function written(time: Written): string {
  const two = (number: number) => String(number).padStart(2, '0');
  const offset = Math.abs(time.offset ?? 0);
  const zone =
    time.offset === null ? 'Z' : `${time.offset < 0 ? '-' : '+'}${two(Math.floor(offset / 60))}:${two(offset % 60)}`;
  const date = `${String(time.year).padStart(4, '0')}-${two(time.month)}-${two(time.day)}`;
  const clock = `${two(time.hour)}:${two(time.minute)}:${two(time.second)}`;
  return `${date}T${clock}${time.fraction && `.${time.fraction}`}${zone}`;
}

const times: fc.Arbitrary<Written> = fc.record({
  year: fc.oneof(fc.integer({ min: 2020, max: 2040 }), fc.integer({ min: 1, max: 9998 })),
  month: fc.integer({ min: 1, max: 12 }),
  day: fc.integer({ min: 0, max: 32 }),
  hour: fc.integer({ min: 0, max: 23 }),
  minute: fc.integer({ min: 0, max: 59 }),
  second: fc.integer({ min: 0, max: 59 }),
  fraction: fc.stringMatching(/^\d{0,9}$/),
  offset: fc.option(fc.integer({ min: -(23 * 60 + 59), max: 23 * 60 + 59 })),
});

describe('parseInstant', () => {
  it('agrees with a count of days and nanoseconds, and rejects nonexistent days', () => {
    fc.assert(
      fc.property(times, (time) => {
        // The reference rounds towards zero before 1970, the rule always to the later time.
        fc.pre(time.year > 1970 || time.fraction === '');
        expect(parseInstant(written(time))).toBe(oracle(time));
      }),
      { numRuns: 3000 },
    );
  });

  it('parses the output of formatInstant', () => {
    fc.assert(
      fc.property(fc.integer({ min: -62_135_596_800_000, max: Date.UTC(9999, 11) }), (timeMs) => {
        expect(parseInstant(formatInstant(timeMs))).toBe(timeMs);
      }),
    );
  });

  it.each([
    ['2027-03-01T09:30:00Z', '2027-03-01T09:30:00.000Z'],
    ['2027-03-01t09:30:00z', '2027-03-01T09:30:00.000Z'],
    ['2027-03-01T09:30:00+05:30', '2027-03-01T04:00:00.000Z'],
    ['2027-03-01T00:30:00+01:00', '2027-02-28T23:30:00.000Z'],
    ['2027-12-31T23:30:00-08:00', '2028-01-01T07:30:00.000Z'],
    ['2027-03-01T09:30:00-00:00', '2027-03-01T09:30:00.000Z'],
    ['2028-02-29T00:00:00Z', '2028-02-29T00:00:00.000Z'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
    ['0001-01-01T00:00:00+01:00', '0000-12-31T23:00:00.000Z'],
    ['0099-03-01T00:00:00Z', '0099-03-01T00:00:00.000Z'],
    ['2000-02-29T00:00:00Z', '2000-02-29T00:00:00.000Z'],
    ['2027-03-01T09:30:00.1Z', '2027-03-01T09:30:00.100Z'],
    ['2027-03-01T09:30:00.123Z', '2027-03-01T09:30:00.123Z'],
  ])('parses %s as %s', (text, utc) => {
    expect(formatInstant(parseInstant(text)!)).toBe(utc);
  });

  it('rounds a fraction up to the next millisecond, so that nothing happens before the given time', () => {
    const second = Date.UTC(2027, 2, 1, 9, 30);
    expect(parseInstant('2027-03-01T09:30:00.000000001Z')).toBe(second + 1);
    expect(parseInstant('2027-03-01T09:30:00.123000001Z')).toBe(second + 124);
    expect(parseInstant('2027-03-01T09:30:00.999999999Z')).toBe(second + 1000);
    expect(parseInstant('2027-03-01T09:30:00.290000000Z')).toBe(second + 290);
  });

  it.each([
    ['February 30', '2027-02-30T09:30:00Z'],
    ['February 29 of a common year', '2027-02-29T09:30:00Z'],
    ['February 29 of 2100', '2100-02-29T09:30:00Z'],
    ['April 31', '2027-04-31T09:30:00Z'],
    ['the day 0', '2027-03-00T09:30:00Z'],
    ['the month 0', '2027-00-01T09:30:00Z'],
    ['the month 13', '2027-13-01T09:30:00Z'],
    ['24:00', '2027-03-01T24:00:00Z'],
    ['minute 60', '2027-03-01T09:60:00Z'],
    ['second 60', '2027-03-01T09:30:60Z'],
    ['a real leap second', '2016-12-31T23:59:60Z'],
    ['no offset', '2027-03-01T09:30:00'],
    ['the offset +25:00', '2027-03-01T09:30:00+25:00'],
    ['the offset +24:00', '2027-03-01T09:30:00+24:00'],
    ['the offset +01:60', '2027-03-01T09:30:00+01:60'],
    ['an offset without a colon', '2027-03-01T09:30:00+0100'],
    ['an offset of hours alone', '2027-03-01T09:30:00+01'],
    ['a zone by name', '2027-03-01T09:30:00 UTC'],
    ['a date only', '2027-03-01'],
    ['no seconds', '2027-03-01T09:30Z'],
    ['a space for the T', '2027-03-01 09:30:00Z'],
    ['the basic form', '20270301T093000Z'],
    ['a week date', '2027-W09-1T09:30:00Z'],
    ['epoch seconds', '1803893400'],
    ['epoch milliseconds', '1803893400000'],
    ['a date of RFC 822', 'Mon, 01 Mar 2027 09:30:00 GMT'],
    ['ten digits of a second', '2027-03-01T09:30:00.1234567891Z'],
    ['a point without digits', '2027-03-01T09:30:00.Z'],
    ['a comma', '2027-03-01T09:30:00,5Z'],
    ['a five-digit year', '12027-03-01T09:30:00Z'],
    ['a signed year', '+002027-03-01T09:30:00Z'],
    ['the year 275760', '+275760-09-13T00:00:00Z'],
    ['the year 0', '0000-01-01T00:00:00Z'],
    ['February 29 of the year 99', '0099-02-29T00:00:00Z'],
    ['a time whose year in UTC is 10000', '9999-12-31T23:59:59-00:01'],
    ['the end of 9999, rounded up out of it', '9999-12-31T23:59:59.9999Z'],
    ['full-width digits', '２０２７-03-01T09:30:00Z'],
    ['a space behind', '2027-03-01T09:30:00Z '],
    ['a newline behind', '2027-03-01T09:30:00Z\n'],
    ['two times', '2027-03-01T09:30:00Z/2027-03-02T09:30:00Z'],
    ['words', 'tomorrow'],
    ['nothing', ''],
  ])('finds no time in %s', (_what, text) => {
    expect(parseInstant(text)).toBeNull();
  });

  it('finds no time when any single character is missing', () => {
    for (const text of ['2027-03-11T09:30:00Z', '2027-03-11T09:30:00+01:00']) {
      for (let index = 0; index < text.length; index++) {
        expect(parseInstant(text.slice(0, index) + text.slice(index + 1))).toBeNull();
      }
    }
  });
});

describe('formatInstant', () => {
  it('formats UTC with a Z and three digits of a second', () => {
    expect(formatInstant(Date.UTC(2027, 2, 1, 9, 30))).toBe('2027-03-01T09:30:00.000Z');
  });
});
