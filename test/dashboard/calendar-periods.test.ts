import { describe, expect, test } from 'vitest';
import { dayTitle, rangeOf, shiftPeriod, titleOf, today } from '../../dashboard/src/screens/calendar/periods.ts';

describe('rangeOf', () => {
  test('a month has whole weeks from Monday, in the time zone', () => {
    const range = rangeOf({ view: 'month', day: '2026-11-20' }, 'Europe/Berlin');
    expect(range).toEqual({ from: '2026-10-25T23:00:00Z', to: '2026-12-06T23:00:00Z' });
  });

  test('a month across a clock change starts and ends at local midnight', () => {
    const range = rangeOf({ view: 'month', day: '2026-10-15' }, 'Europe/Berlin');
    expect(range).toEqual({ from: '2026-09-27T22:00:00Z', to: '2026-11-01T23:00:00Z' });
  });

  test('a week starts on Monday', () => {
    const range = rangeOf({ view: 'week', day: '2026-11-22' }, 'UTC');
    expect(range).toEqual({ from: '2026-11-16T00:00:00Z', to: '2026-11-23T00:00:00Z' });
  });

  test('the list loads what the month has loaded', () => {
    const rangeIn = (view: 'list' | 'month') => rangeOf({ view, day: '2026-11-20' }, 'UTC');
    expect(rangeIn('list')).toEqual(rangeIn('month'));
  });
});

describe('shiftPeriod', () => {
  test('the month after 31 January is February', () => {
    expect(shiftPeriod({ view: 'month', day: '2026-01-31' }, 1)).toEqual({ view: 'month', day: '2026-02-01' });
  });

  test('the week before is seven days earlier', () => {
    expect(shiftPeriod({ view: 'week', day: '2026-11-02' }, -1)).toEqual({ view: 'week', day: '2026-10-26' });
  });
});

test('titleOf names the month, or the days of the week', () => {
  expect(titleOf({ view: 'month', day: '2026-11-20' })).toBe('November 2026');
  expect(titleOf({ view: 'week', day: '2026-11-04' }).replaceAll(' ', ' ')).toMatch(/^2\s?–\s?8 Nov 2026$/);
});

test('dayTitle names the weekday of a day', () => {
  expect(dayTitle('2026-11-20')).toMatch(/^Friday,? 20 November$/);
});

test('today is the date in the time zone', () => {
  const now = Date.parse('2026-11-20T23:30:00Z');
  expect(today('UTC', now)).toBe('2026-11-20');
  expect(today('Asia/Tokyo', now)).toBe('2026-11-21');
});
