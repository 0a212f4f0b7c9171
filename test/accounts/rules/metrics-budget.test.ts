import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type MetricsSpending,
  nextMonthMs,
  reserveReads,
  toBudgetView,
  usedUpSince,
} from '../../../lib/accounts/rules/metrics-budget.ts';

const NOW_MS = Date.UTC(2026, 10, 21, 12);
const account = (limit?: number) => ({
  ...{ id: 'acc_1', workspace_id: 'ws_1', platform: 'twitter' as const },
  ...(limit === undefined ? {} : { metrics_budget_micro_usd: limit }),
});

describe('a reservation', () => {
  it('is of as many reads as the budget allows, and says when it left out the first one', () => {
    const first = reserveReads(null, account(12_000), 1, NOW_MS);
    expect(first).toMatchObject({ reserved: 1, spending: { month: '2026-11', micro_usd: 5_000, used_up_at: null } });
    const second = reserveReads(first.spending, account(12_000), 3, NOW_MS + 1);
    const used_up_at = '2026-11-21T12:00:00.001Z';
    expect(second).toMatchObject({ reserved: 1, spending: { micro_usd: 10_000, used_up_at } });
    const third = reserveReads(second.spending, account(12_000), 3, NOW_MS + 2);
    expect(third).toEqual({ reserved: 0, spending: second.spending });
  });

  it('is of all reads without a budget, which are counted', () => {
    expect(reserveReads(null, account(), 100, NOW_MS)).toMatchObject({
      reserved: 100,
      spending: { micro_usd: 500_000, used_up_at: null },
    });
  });

  it('never exceeds the budget, for any sequence, and uses it as far as reads fit into it', () => {
    fc.assert(
      fc.property(fc.nat(2_000_000), fc.array(fc.nat(100)), (limit, requests) => {
        let spending: MetricsSpending | null = null;
        let granted = 0;
        for (const reads of requests) {
          const result = reserveReads(spending, account(limit), reads, NOW_MS);
          spending = result.spending;
          granted += result.reserved;
        }
        const wanted = requests.reduce((sum, reads) => sum + reads, 0);
        expect(granted).toBe(Math.min(wanted, Math.floor(limit / 5_000)));
        expect(spending?.micro_usd ?? 0).toBe(granted * 5_000);
        expect(spending?.used_up_at != null).toBe(granted < wanted);
      }),
    );
  });
});

describe('the view of a budget', () => {
  it('has US dollars and the start of the next month', () => {
    const { spending } = reserveReads(null, account(5_000_000), 3, NOW_MS);
    expect(toBudgetView(account(5_000_000), spending, NOW_MS)).toEqual({
      ...{ limit_usd: 5, used_usd: 0.015, resets_at: '2026-12-01T00:00:00.000Z', used_up_at: null },
    });
  });

  it('is null where reading is free', () => {
    expect(toBudgetView({ ...account(), platform: 'linkedin' }, null, NOW_MS)).toBeNull();
  });

  it('is not used up after it was raised', () => {
    const { spending } = reserveReads(null, account(5_000), 2, NOW_MS);
    expect(usedUpSince(account(5_000), spending)).toBe('2026-11-21T12:00:00.000Z');
    expect(usedUpSince(account(10_000), spending)).toBeNull();
    expect(usedUpSince(account(), spending)).toBeNull();
  });
});

it('the month after December is January', () => {
  expect(new Date(nextMonthMs(Date.UTC(2026, 11, 31, 23))).toISOString()).toBe('2027-01-01T00:00:00.000Z');
});
