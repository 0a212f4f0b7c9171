import { describe, expect, it } from 'vitest';
import { metricsText, parseBudget } from '../../dashboard/src/screens/accounts/metrics-text.ts';
import { stopText } from '../../dashboard/src/screens/analytics/stop-text.ts';
import './english.ts';

const format = (at: string) => at.slice(0, 10);
const budget = { limit_usd: 5, used_usd: 1.255, resets_at: '2026-12-01T00:00:00.000Z', used_up_at: null };
const textOf = (metrics_budget: Parameters<typeof metricsText>[0]['metrics_budget']) =>
  metricsText({ metrics_schedule: 'days', metrics_budget }, format);

describe('the metrics of an account', () => {
  it('say when they are updated, and nothing about a price where there is none', () => {
    expect(textOf(null)).toEqual({ text: 'Metrics are updated on days 0, 1, 2, 4 and 7.', isUsedUp: false });
  });

  it('say what they have cost, of a budget or without one', () => {
    expect(textOf(budget).text).toContain('has cost $1.255 of the budget of $5.00 this month.');
    expect(textOf({ ...budget, limit_usd: null }).text).toContain('has cost $1.255 this month.');
  });

  it('say when they are updated again after the budget is used up', () => {
    const { text, isUsedUp } = textOf({ ...budget, used_usd: 5, used_up_at: '2026-11-20T09:30:00.000Z' });
    expect(text).toContain('The budget is used up. Metrics are updated again from 2026-12-01.');
    expect(isUsedUp).toBe(true);
  });
});

it.each([
  ['', null],
  [' 5 ', 5],
  ['2.50', 2.5],
  ['five', undefined],
  ['-1', undefined],
])('the budget %j is %j', (text, limit) => {
  expect(parseBudget(text)).toBe(limit);
});

describe('the coverage', () => {
  const stop = { accounts: 1, since: null, published_before: null, resumes_at: null };
  const at = '2026-11-20T09:30:00.000Z';

  it('says why and since when metrics are no longer updated', () => {
    expect(stopText({ ...stop, reason: 'off', accounts: 2, since: at }, format)).toBe(
      'Updates of 2 accounts are off since 2026-11-20.',
    );
    const usedUp = { ...stop, reason: 'budget_used_up' as const, since: at, resumes_at: '2026-12-01T00:00:00.000Z' };
    expect(stopText(usedUp, format)).toBe(
      'The monthly budget of one account is used up since 2026-11-20. Updates continue 2026-12-01.',
    );
    expect(stopText({ ...stop, reason: 'schedule_ended', published_before: at }, format)).toBe(
      'Posts of one account from before 2026-11-20 are no longer updated: their schedule has ended.',
    );
  });
});
