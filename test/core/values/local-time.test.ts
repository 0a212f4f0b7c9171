import { describe, expect, it } from 'vitest';
import { isLocalTime, localTimeAt, resolveLocalTime } from '../../../lib/core/values/local-time.ts';

const resolve = (local: string, time_zone: string) => {
  const { epochMs, clock } = resolveLocalTime({ local, time_zone });
  return [new Date(epochMs).toISOString(), clock];
};

describe('a local time', () => {
  it.each([
    ['Europe/Berlin', '2027-03-28T02:30', '2027-03-28T01:30:00.000Z'],
    ['America/New_York', '2027-03-14T02:30', '2027-03-14T07:30:00.000Z'],
    ['Australia/Lord_Howe', '2027-10-03T02:15', '2027-10-02T15:45:00.000Z'],
  ])('in a gap of %s moves forward by the gap', (zone, local, instant) => {
    expect(resolve(local, zone)).toEqual([instant, 'gap']);
  });

  it.each([
    ['Europe/Berlin', '2027-10-31T02:30', '2027-10-31T00:30:00.000Z'],
    ['America/Sao_Paulo', '2018-02-17T23:30', '2018-02-18T01:30:00.000Z'],
  ])('that the clock of %s shows twice is the first', (zone, local, instant) => {
    expect(resolve(local, zone)).toEqual([instant, 'repeated']);
  });

  it('is the same instant as its clock anywhere else', () => {
    for (const [zone, hour] of [
      ['Asia/Kathmandu', 3],
      ['UTC', 9],
      ['Pacific/Apia', 20],
    ] as const) {
      const [instant, clock] = resolve('2027-06-01T09:00', zone);
      expect([zone, clock, localTimeAt(Date.parse(String(instant)), zone)]).toEqual([
        zone,
        'regular',
        '2027-06-01T09:00',
      ]);
      expect(new Date(String(instant)).getUTCHours()).toBe(hour);
    }
  });

  it('keeps its seconds', () => {
    expect(resolve('2027-06-01T09:00:30', 'UTC')).toEqual(['2027-06-01T09:00:30.000Z', 'regular']);
    expect(localTimeAt(Date.parse('2027-06-01T09:00:30Z'), 'Europe/Berlin')).toBe('2027-06-01T11:00:30');
  });

  it.each(['2027-02-30T10:00', '2027-06-01T24:00', '2027-06-01', '2027-06-01T10:00Z', '2027-06-01T10:00:60', ''])(
    'is not %j',
    (text) => {
      expect(isLocalTime(text)).toBe(false);
      expect(() => resolveLocalTime({ local: text, time_zone: 'UTC' })).toThrow(RangeError);
    },
  );
});
