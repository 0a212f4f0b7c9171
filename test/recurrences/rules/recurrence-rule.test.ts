import { describe, expect, it } from 'vitest';
import { ApiError } from '../../../lib/core/problems/define-problem.ts';
import { parseRule } from '../../../lib/recurrences/rules/recurrence-rule.ts';

const CLOCK = { time: '09:00', time_zone: 'Europe/Berlin' };

function problemOf(text: string): string {
  try {
    return `accepted as ${parseRule(text, CLOCK)}`;
  } catch (error) {
    const [first] = (error as ApiError).extensions.errors as { pointer: string; code: string; detail: string }[];
    expect([first!.pointer, first!.code]).toEqual(['/rule', 'invalid_rule']);
    return first!.detail;
  }
}

describe('a rule', () => {
  it.each([
    ['FREQ=DAILY', 'FREQ=DAILY'],
    ['RRULE:FREQ=WEEKLY;BYDAY=MO,TH', 'FREQ=WEEKLY;BYDAY=MO,TH'],
    [' freq=monthly;byday=-1fr ', 'FREQ=MONTHLY;BYDAY=-1FR'],
    ['BYDAY=+2TU;FREQ=MONTHLY', 'FREQ=MONTHLY;BYDAY=2TU'],
    ['FREQ=MONTHLY;BYMONTHDAY=-1,15', 'FREQ=MONTHLY;BYMONTHDAY=-1,15'],
    ['FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=-1', 'FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=-1'],
    ['FREQ=DAILY;INTERVAL=02;COUNT=010', 'FREQ=DAILY;INTERVAL=2;COUNT=10'],
    ['FREQ=WEEKLY;WKST=SU', 'FREQ=WEEKLY;WKST=SU'],
  ])('%s is stored as %s', (text, stored) => {
    expect(parseRule(text, CLOCK)).toBe(stored);
    expect(parseRule(stored, CLOCK)).toBe(stored);
  });

  it.each([
    ['20271231', '20271231'],
    // 09:00 in Berlin is 08:00 in UTC: the time of the day is included, or it is not.
    ['20271231T080000Z', '20271231'],
    ['20271231T075959Z', '20271230'],
    ['20271231T233000Z', '20271231'],
    ['20271231T085900', '20271230'],
    ['20280229', '20280229'],
  ])('until %s ends on %s', (until, last) => {
    expect(parseRule(`FREQ=DAILY;UNTIL=${until}`, CLOCK)).toBe(`FREQ=DAILY;UNTIL=${last}`);
  });

  it.each([
    ['', 'Must be an RRULE'],
    ['WEEKLY', '"WEEKLY" is no part of one'],
    ['FREQ=DAILY;', 'no part of one'],
    ['FREQ=YEARLY', 'FREQ is required'],
    ['BYDAY=MO', 'FREQ is required'],
    ['FREQ=DAILY;BYHOUR=9', 'BYHOUR is not supported'],
    ['FREQ=DAILY;FREQ=WEEKLY', 'FREQ must not be repeated'],
    ['FREQ=DAILY;INTERVAL=0', 'INTERVAL must be a number from 1 to 99'],
    ['FREQ=DAILY;COUNT=1e3', 'COUNT must be a number'],
    ['FREQ=DAILY;COUNT=1001', 'COUNT must be a number'],
    ['FREQ=DAILY;COUNT=2;UNTIL=20271231', 'must not be combined'],
    ['FREQ=DAILY;UNTIL=20270229', 'UNTIL must be a date'],
    ['FREQ=DAILY;UNTIL=2027-12-31', 'UNTIL must be a date'],
    ['FREQ=DAILY;UNTIL=99991231T235959Z', 'UNTIL must be a date'],
    ['FREQ=DAILY;UNTIL=00000101T000000Z', 'UNTIL must be a date'],
    ['FREQ=WEEKLY;BYDAY=1MO', 'without a number for WEEKLY'],
    ['FREQ=WEEKLY;BYDAY=MO,MO', 'must not contain duplicates'],
    ['FREQ=WEEKLY;BYMONTHDAY=1', 'requires FREQ=MONTHLY'],
    ['FREQ=MONTHLY;BYMONTHDAY=0', 'days from 1 to 31'],
    ['FREQ=MONTHLY;BYDAY=6MO', 'BYDAY must be weekdays such as 2TU'],
    ['FREQ=MONTHLY;BYSETPOS=1', 'BYSETPOS requires BYDAY'],
    ['FREQ=DAILY\nDTSTART:20270101T000000Z', 'no part of one'],
    ['FREQ=DAILY;constructor=1', 'CONSTRUCTOR is not supported'],
  ])('%j is rejected with its part', (text, detail) => {
    expect(problemOf(text)).toContain(detail);
  });

  it('that is rejected is an error of the caller', () => {
    expect(() => parseRule('FREQ=HOURLY', CLOCK)).toThrow(ApiError);
  });
});
