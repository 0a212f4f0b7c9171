import { describe, expect, it } from 'vitest';
import type { Account } from '../../../lib/accounts/rules/account.ts';
import type { MetricsSpending } from '../../../lib/accounts/rules/metrics-budget.ts';
import { pollingStops } from '../../../lib/analytics/rules/polling-stops.ts';
import { DAY_MS } from '../../../lib/core/values/timestamps.ts';
import { connectedAccount } from '../../accounts/rules/accounts.ts';

const NOW_MS = Date.UTC(2026, 10, 21, 12);
const days = (count: number) => ({
  from: new Date(NOW_MS - count * DAY_MS),
  to: new Date(NOW_MS),
  label: `${count}d`,
});

const account = (id: string, fields: Partial<Account> = {}): Account => ({
  ...connectedAccount('twitter', 7200),
  id,
  ...fields,
});
const stopsOf = (accounts: Account[], period = days(7), spendings = new Map<string, MetricsSpending>()) =>
  pollingStops(accounts, spendings, period, NOW_MS);

describe('polling', () => {
  it('has not stopped for posts of the last week of the schedule `days`', () => {
    expect(stopsOf([account('acc_1')])).toEqual({});
  });

  it('has stopped for posts that are older than the schedule', () => {
    expect(stopsOf([account('acc_1')], days(30)).twitter).toEqual([
      {
        reason: 'schedule_ended',
        accounts: 1,
        since: new Date(NOW_MS - 23 * DAY_MS).toISOString(),
        published_before: new Date(NOW_MS - 7 * DAY_MS).toISOString(),
        resumes_at: null,
      },
    ]);
    expect(stopsOf([account('acc_1', { metrics_schedule: 'daily' })], days(30))).toEqual({});
  });

  it('has stopped since the schedule of an account is `off`', () => {
    const since = '2026-11-20T09:30:00.000Z';
    const off = account('acc_1', { metrics_schedule: 'off', metrics_off_since: since });
    expect(stopsOf([off], days(30)).twitter).toEqual([
      { reason: 'off', accounts: 1, since, published_before: null, resumes_at: null },
    ]);
  });

  it('has stopped until the next month since the budget is used up', () => {
    const used_up_at = '2026-11-19T09:30:00.000Z';
    const spending = {
      workspace_id: 'ws_1',
      account_id: 'acc_1',
      month: '2026-11',
      micro_usd: 5_000,
      change_id: '',
      version: 0,
    };
    const spendings = new Map([['acc_1', { ...spending, used_up_at }]]);
    const spent = account('acc_1', { metrics_budget_micro_usd: 9_999 });
    const resumes_at = '2026-12-01T00:00:00.000Z';
    expect(stopsOf([spent], days(7), spendings).twitter).toEqual([
      { reason: 'budget_used_up', accounts: 1, since: used_up_at, published_before: null, resumes_at },
    ]);
    expect(stopsOf([{ ...spent, metrics_budget_micro_usd: 10_000 }], days(7), spendings)).toEqual({});
  });

  it('has one row per platform and reason, with the number of accounts and the earliest time', () => {
    const off = (id: string, metrics_off_since: string, platform: Account['platform'] = 'twitter') =>
      account(id, { metrics_schedule: 'off', metrics_off_since, platform });
    const stops = stopsOf([
      off('acc_1', '2026-11-20'),
      off('acc_2', '2026-11-19'),
      off('acc_3', '2026-11-18', 'linkedin'),
    ]);
    expect(stops.twitter).toMatchObject([{ reason: 'off', accounts: 2, since: '2026-11-19' }]);
    expect(stops.linkedin).toMatchObject([{ reason: 'off', accounts: 1, since: '2026-11-18' }]);
  });
});
