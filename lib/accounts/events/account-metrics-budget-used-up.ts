import type { EventModule } from '../../core/events/event-module.ts';
import { SAMPLE_ACCOUNT_ID, SAMPLE_AT } from '../../core/events/samples.ts';
import { accountEntity } from '../entities/accounts.ts';
import type { Account } from '../rules/account.ts';
import { monthOf, nextMonthMs } from '../rules/metrics-budget.ts';
import { toUsd } from '../rules/metrics-schedule.ts';
import type { AccountParts } from './schema-parts.ts';

/** `account.metrics_budget_used_up`. */
export const accountMetricsBudgetUsedUp = {
  description:
    'The monthly metrics budget of an account is used up. Polls continue when the month ends or the budget is raised. Sent once per account and month.',
  schema: ({ MetricsBudgetData }) => MetricsBudgetData,
  sample: {
    account_id: SAMPLE_ACCOUNT_ID,
    platform: 'twitter',
    name: 'Main account',
    limit_usd: 5,
    used_up_at: SAMPLE_AT,
    resets_at: '2026-12-01T00:00:00.000Z',
  },
  permission: 'analytics:read',
  source: accountEntity,
  on: 'write',
  derive: (before, after) => {
    const { id, platform, name, metrics_budget_micro_usd: limit, metrics_budget_used_up_at: at } = after;
    if (at === undefined || at === before?.metrics_budget_used_up_at) return [];
    const usedUpMs = Date.parse(at);
    const resets_at = new Date(nextMonthMs(usedUpMs)).toISOString();
    const limit_usd = limit === undefined ? null : toUsd(limit);
    const data = { account_id: id, platform, name, limit_usd, used_up_at: at, resets_at };
    return [{ dedupKey: `${id}/metrics_budget_used_up/${monthOf(usedUpMs)}`, timestamp: at, data }];
  },
} satisfies EventModule<Account, AccountParts>;
