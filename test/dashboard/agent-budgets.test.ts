import { describe, expect, it } from 'vitest';
import { budgetsOf } from '../../dashboard/src/keys/agent-budgets.ts';
import './english.ts';

describe('the budgets of an agent', () => {
  it('are shown with what is used today, each of them', () => {
    const budgets = { requests: 5000, drafts: 100, submissions: 50, media_bytes: 200e6, platform_micro_usd: 5e6 };
    const used_today = { requests: 1240, drafts: 12, submissions: 3, media_bytes: 2.4e6, platform_micro_usd: 45_000 };
    const shown = budgetsOf({ accounts: null, budgets, used_today, paused_at: null });
    expect(shown.map(({ name }) => name).sort()).toEqual(Object.keys(budgets).sort());
    expect(shown.map(({ text }) => text)).toEqual([
      '1,240 of 5,000',
      '12 of 100',
      '3 of 50',
      '2.4 MB of 200.0 MB',
      'US$0.05 of US$5.00',
    ]);
  });
});
