import { afterEach, describe, expect, test } from 'vitest';
import english from '../../dashboard/languages/en.json' with { type: 'json' };
import { setTexts } from '../../dashboard/src/language/texts.ts';
import {
  dayTitle,
  firstDayOfWeek,
  rangeOf,
  readPeriod,
  shiftPeriod,
  titleOf,
  today,
} from '../../dashboard/src/screens/calendar/periods.ts';

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

describe('firstDayOfWeek', () => {
  test.each([
    ['en-GB', 1],
    ['de-DE', 1],
    ['en-US', 7],
    ['ar-EG', 6],
  ])('of %s is day %i', (name, day) => {
    expect(firstDayOfWeek(name)).toBe(day);
  });
});

describe('a locale whose week starts on Sunday', () => {
  afterEach(() => setTexts(english, 'en', 'en-GB'));

  test('moves the range and the title of a week', () => {
    setTexts(english, 'en', 'en-US');
    const week = { view: 'week', day: '2026-11-20' } as const;
    expect(rangeOf(week, 'UTC')).toEqual({ from: '2026-11-15T00:00:00Z', to: '2026-11-22T00:00:00Z' });
    expect(titleOf(week)).toContain('Nov 15');
  });
});

describe('readPeriod', () => {
  const otherwise = { view: 'month', day: '2026-11-20' } as const;

  test('reads the view and the day of a URL', () => {
    const query = new URLSearchParams('view=week&day=2026-12-01');
    expect(readPeriod(query, otherwise)).toEqual({ view: 'week', day: '2026-12-01' });
  });

  test('takes the default for what a URL does not say, or says wrongly', () => {
    for (const query of ['', 'view=year&day=2026-02-31', 'day=soon']) {
      expect(readPeriod(new URLSearchParams(query), otherwise)).toEqual(otherwise);
    }
  });
});
