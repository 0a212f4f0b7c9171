import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AMOUNTS, type Amounts, sumAmounts } from '../../../lib/usage/rules/amounts.ts';
import {
  completeUntil,
  daysOf,
  GRANULARITIES,
  rowsOf,
  USAGE_GROUPS,
  type UsedAmounts,
} from '../../../lib/usage/rules/usage-report.ts';

const NOW_MS = Date.parse('2026-08-20T09:00:00Z');
const RANGE = { from: '2026-07-01', to: '2026-09-01' };

const used = fc.array(
  fc.record({
    day: fc.constantFrom('2026-07-01', '2026-07-31', '2026-08-01', '2026-08-31'),
    workspace_id: fc.constantFrom('ws_1', 'ws_2', null),
    platform: fc.constantFrom('twitter' as const, 'linkedin' as const, null),
    account_id: fc.constantFrom('acc_1', 'acc_2', null),
    amounts: fc.dictionary(fc.constantFrom(...AMOUNTS), fc.integer({ min: -9, max: 9 })),
  }),
) as fc.Arbitrary<UsedAmounts[]>;

describe('the rows of a report', () => {
  it.each(GRANULARITIES)('by %s and the rest equal the totals, whatever they are grouped by', (granularity) => {
    fc.assert(
      fc.property(used, fc.constantFrom(undefined, ...USAGE_GROUPS), (all, group_by) => {
        const { rows, rest } = rowsOf(all, { ...RANGE, granularity, group_by });
        expect(sumAmounts([...rows, ...rest])).toEqual(sumAmounts(all.map(({ amounts }) => amounts)));
        const keys = rows.map((row) => [row.period, row.workspace_id, row.platform, row.account_id].join());
        expect(new Set(keys).size).toBe(rows.length);
      }),
    );
  });

  it('name only what they are grouped by', () => {
    const one: UsedAmounts = {
      day: '2026-07-01',
      workspace_id: 'ws_1',
      platform: 'twitter',
      account_id: 'acc_1',
      amounts: { items: 1 },
    };
    const named = (group_by?: (typeof USAGE_GROUPS)[number]) => {
      const [row] = rowsOf([one], { ...RANGE, granularity: 'day', group_by }).rows;
      return [row!.workspace_id, row!.platform, row!.account_id];
    };
    expect(named()).toEqual([null, null, null]);
    expect(named('workspace')).toEqual(['ws_1', null, null]);
    expect(named('platform')).toEqual([null, 'twitter', null]);
    expect(named('account')).toEqual([null, 'twitter', 'acc_1']);
  });

  it.each([
    ['day', '2026-07-31'],
    ['month', '2026-07'],
    ['total', '2026-07-01/2026-09-01'],
  ] as const)('by %s name their period', (granularity, period) => {
    const one: UsedAmounts = {
      day: '2026-07-31',
      workspace_id: null,
      platform: null,
      account_id: null,
      amounts: { items: 1 },
    };
    expect(rowsOf([one], { ...RANGE, granularity }).rows.map((row) => row.period)).toEqual([period]);
  });

  it('leave out what sums to nothing', () => {
    const of = (items: number): UsedAmounts => ({
      day: '2026-07-31',
      workspace_id: null,
      platform: null,
      account_id: null,
      amounts: { items } as Partial<Amounts>,
    });
    expect(rowsOf([of(1), of(-1)], { ...RANGE, granularity: 'day' }).rows).toEqual([]);
  });
});

describe('the days of a report', () => {
  it.each([
    [{}, { from: '2026-08-01', to: '2026-08-21' }],
    [{ from: '2026-07-01' }, { from: '2026-07-01', to: '2026-08-21' }],
    [
      { from: '2026-01-01', to: '2027-01-01' },
      { from: '2026-01-01', to: '2027-01-01' },
    ],
  ])('of %j are the present month, or those named', (query, days) => {
    expect(daysOf(query, NOW_MS)).toEqual(days);
  });

  it.each([
    { from: '2026-07-01', to: '2026-07-01' },
    { from: '2026-07-02', to: '2026-07-01' },
    { from: '2026-01-01', to: '2027-01-03' },
  ])('of %j are rejected', (query) => {
    expect(daysOf(query, NOW_MS)).toMatchObject({ pointer: 'to' });
  });
});

describe('the time until which a report is complete', () => {
  it.each([
    [[], '2026-08-20'],
    [['2026-08-05', '2026-08-20'], '2026-08-05'],
    [['2026-06-30'], '2026-08-20'],
  ])('is the first day that is due or not over: due %j', (due, day) => {
    expect(completeUntil(RANGE, due, NOW_MS)).toBe(`${day}T00:00:00.000Z`);
  });

  it('is within the period', () => {
    expect(completeUntil({ from: '2026-07-01', to: '2026-07-03' }, [], NOW_MS)).toBe('2026-07-03T00:00:00.000Z');
    expect(completeUntil({ from: '2026-08-21', to: '2026-08-22' }, [], NOW_MS)).toBe('2026-08-21T00:00:00.000Z');
  });
});
