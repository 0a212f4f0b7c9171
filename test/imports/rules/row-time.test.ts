import { describe, expect, it } from 'vitest';
import { type DateOrder, readCellTime } from '../../../lib/imports/rules/row-time.ts';

describe('the time of a row', () => {
  it.each([
    ['2027-03-28 09:30', null, '2027-03-28T09:30'],
    ['2027-03-28T09:30', null, '2027-03-28T09:30'],
    ['2027/3/8 9:05:07', null, '2027-03-08T09:05:07'],
    ['28.3.2027 09:30', null, '2027-03-28T09:30'],
    ['28.03.27, 9:30', null, '2027-03-28T09:30'],
    ['28/03/2027 09:30', null, '2027-03-28T09:30'],
    ['3/28/2027 9:30 PM', null, '2027-03-28T21:30'],
    ['3/28/27 12 am', null, '2027-03-28T00:00'],
    ['04/03/2027 09:30', 'day_first', '2027-03-04T09:30'],
    ['04/03/2027 09:30', 'month_first', '2027-04-03T09:30'],
    ['03/03/2027 09:30', null, '2027-03-03T09:30'],
  ] as [string, DateOrder | null, string][])('%s (%s) is %s', (text, order, local) => {
    expect(readCellTime(text, null, order)).toEqual({ local });
  });

  it.each([
    ['2027-03-28T09:30:00Z', '2027-03-28T09:30:00Z'],
    ['2027-03-28 09:30 +02:00', '2027-03-28T09:30:00+02:00'],
    ['2027-03-28T09:30:00.000+0200', '2027-03-28T09:30:00.000+02:00'],
  ])('%s is an instant', (text, instant) => {
    expect(readCellTime(text, null, null)).toEqual({ instant });
  });

  it.each([['46266.39583'], ['46266,39583'], ['46266']])('%s is the number of a spreadsheet', (text) => {
    expect(readCellTime(text, null, null)).toMatchObject({
      code: 'invalid_time',
      detail: expect.stringContaining('number of a date'),
    });
  });

  it('can have its clock in a column of its own', () => {
    expect(readCellTime('28.03.2027', '9:30', null)).toEqual({ local: '2027-03-28T09:30' });
  });

  it.each([
    ['04/03/2027 09:30', 'ambiguous_date'],
    ['2027-03-28', 'time_missing'],
    ['tomorrow 9:30', 'invalid_time'],
    ['2027-03-28 25', 'invalid_time'],
    ['2027-03-28 13:00 pm', 'invalid_time'],
    ['', 'invalid_time'],
    [`${'1'.repeat(50_000)} 09:30`, 'invalid_time'],
  ])('%s is rejected: %s', (text, code) => {
    expect(readCellTime(text, null, null)).toMatchObject({ code });
  });
});
