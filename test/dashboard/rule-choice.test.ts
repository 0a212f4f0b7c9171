import { describe, expect, it } from 'vitest';
import { bodyOf, inputOf } from '../../dashboard/src/screens/recurrences/recurrence-input.ts';
import { choiceOf, describeRule, newChoice, ruleOf } from '../../dashboard/src/screens/recurrences/rule-choice.ts';
import './english.ts';

// January 4, 2027, is a Monday.
const START = '2027-01-04';

describe('the choice of a rule', () => {
  it.each([
    ['FREQ=DAILY', 'Every day'],
    ['FREQ=DAILY;INTERVAL=3;COUNT=5', 'Every 3 days, 5 posts'],
    ['FREQ=WEEKLY;BYDAY=MO,TH', 'Every week on Monday and Thursday'],
    ['FREQ=WEEKLY;INTERVAL=2;BYDAY=FR;UNTIL=20271231', 'Every 2 weeks on Friday, until Fri, 31 Dec 2027'],
    ['FREQ=MONTHLY;BYMONTHDAY=15', 'Every month on day 15'],
    ['FREQ=MONTHLY;BYMONTHDAY=-1', 'Every month on the last day'],
    ['FREQ=MONTHLY;BYDAY=2TU', 'Every month on the second Tuesday'],
    ['FREQ=MONTHLY;INTERVAL=3;BYDAY=-1FR', 'Every 3 months on the last Friday'],
  ])('has %s, which reads as %s', (rule, text) => {
    expect(ruleOf(choiceOf(rule, START))).toBe(rule);
    expect(choiceOf(rule, START).frequency).not.toBe('other');
    expect(describeRule(rule, START)).toBe(text);
  });

  it.each([
    'FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=-1',
    'FREQ=WEEKLY',
    'FREQ=MONTHLY;BYMONTHDAY=1,15',
    'FREQ=WEEKLY;BYDAY=MO;WKST=SU',
    'FREQ=MONTHLY;BYDAY=5MO;COUNT=2',
  ])('keeps %s, and changes nothing of it', (rule) => {
    expect(ruleOf(choiceOf(rule, START))).toBe(rule);
  });

  it('of a new recurrence is weekly on the day it begins', () => {
    expect(ruleOf(newChoice(START))).toBe('FREQ=WEEKLY;BYDAY=MO');
    expect(ruleOf({ ...newChoice('2027-01-03'), frequency: 'month_weekday' })).toBe('FREQ=MONTHLY;BYDAY=1SU');
  });
});

describe('the body of a recurrence', () => {
  const input = { ...inputOf(null, START, 'Europe/Berlin'), title: ' Tip ' };
  const NONE_NAMED = { platforms: ['twitter' as const], accounts: [] };
  const accounts = [
    { id: 'acc_1', platform: 'twitter' as const },
    { id: 'acc_2', platform: 'twitter' as const },
  ];

  it('has one text as the description, and several as variations', () => {
    expect(bodyOf({ ...input, texts: ['One', ' '] }, [], NONE_NAMED)).toMatchObject({
      description: 'One',
      variations: [],
    });
    const both = bodyOf({ ...input, texts: ['One', 'Two'], cooldown: '3' }, [], NONE_NAMED);
    expect(both).toMatchObject({ variations: ['One', 'Two'], evergreen: { cooldown_posts: 3 } });
    expect(both).not.toHaveProperty('description');
  });

  it('keeps a platform of which the recurrence names no account, and drops the one whose account is not chosen any more', () => {
    const known = { platforms: ['linkedin' as const, 'twitter' as const], accounts: ['acc_1'] };
    expect(bodyOf({ ...input, accounts: ['acc_1'] }, accounts, known).platforms.sort()).toEqual([
      'linkedin',
      'twitter',
    ]);
    expect(bodyOf({ ...input, accounts: [] }, accounts, known).platforms).toEqual(['linkedin']);
  });

  it('keeps an account that was deleted, so that its posts do not move to the default account', () => {
    const known = { platforms: ['twitter' as const], accounts: ['acc_lost'] };
    expect(bodyOf({ ...input, accounts: ['acc_lost'] }, accounts, known)).toMatchObject({
      platforms: ['twitter'],
      accounts: ['acc_lost'],
    });
    expect(bodyOf({ ...input, accounts: ['acc_lost', 'acc_2'] }, accounts, known).accounts).toEqual([
      'acc_lost',
      'acc_2',
    ]);
    expect(bodyOf({ ...input, accounts: ['acc_2'] }, accounts, known).accounts).toEqual(['acc_2']);
  });

  it('has its labels, and each date without a post once', () => {
    const typed = { ...input, labels: 'News, news , Tips', campaign: ' ', excluded: ['2027-01-11', '', '2027-01-11'] };
    expect(bodyOf(typed, [], NONE_NAMED)).toMatchObject({
      ...{ labels: ['News', 'Tips'], campaign: null, excluded_dates: ['2027-01-11'] },
    });
  });

  it('has the platforms of its accounts, and leaves them as they are for a member who sees none', () => {
    const chosen = { ...input, accounts: ['acc_1', 'acc_2'] };
    expect(bodyOf(chosen, accounts, { platforms: [], accounts: [] })).toMatchObject({
      title: 'Tip',
      platforms: ['twitter'],
      accounts: ['acc_1', 'acc_2'],
    });
    expect(bodyOf(input, [], { platforms: ['linkedin'], accounts: ['acc_9'] })).toMatchObject({
      platforms: ['linkedin'],
    });
    expect(bodyOf(input, [], { platforms: ['linkedin'], accounts: ['acc_9'] })).not.toHaveProperty('accounts');
  });
});
