import { describe, expect, it } from 'vitest';
import { deriveEvents } from '../../../lib/webhooks/events/derive-events.ts';
import { connectedAccount } from '../rules/accounts.ts';

const AT = '2026-11-21T12:00:00.000Z';
const account = { ...connectedAccount('twitter', 7200), metrics_budget_micro_usd: 5_000_000 };
const usedUp = { ...account, metrics_budget_used_up_at: AT };
const eventsOf = (before: object | null, after: object) => deriveEvents('Account', { before, after, changedAt: AT });

describe('account.metrics_budget_used_up', () => {
  it('is derived when the budget is used up, with the account, the limit and the end of the month', () => {
    expect(eventsOf(account, usedUp)).toEqual([
      {
        type: 'account.metrics_budget_used_up',
        dedupKey: `${account.id}/metrics_budget_used_up/2026-11`,
        timestamp: AT,
        data: {
          ...{ account_id: account.id, platform: 'twitter', name: account.name, limit_usd: 5 },
          ...{ used_up_at: AT, resets_at: '2026-12-01T00:00:00.000Z' },
        },
      },
    ]);
  });

  it('is not derived from another change of the account', () => {
    expect(eventsOf(usedUp, { ...usedUp, name: 'Another' })).toEqual([]);
    expect(eventsOf(account, { ...account, name: 'Another' })).toEqual([]);
  });
});
