import type { Schemas } from '../../api/client.ts';
import { formatUsd } from '../../content/figures.ts';
import { hasText, t } from '../../language/texts.ts';

type Account = Schemas['Account'];
export type MetricsSchedule = Account['metrics_schedule'];

const SCHEDULES = ['off', 'days', 'daily', 'frequent'] as const satisfies readonly MetricsSchedule[];

/** Return the schedules of metric polls as the options of a choice, from the fewest to the most. */
export function scheduleOptions(): { value: MetricsSchedule; label: string }[] {
  return SCHEDULES.map((value) => ({ value, label: t(`accounts.schedule_${value}`) }));
}

/** Describe when the metrics of an account are updated, and what this costs. Times are formatted by `format`. */
export function metricsText(
  { metrics_schedule, metrics_budget: budget }: Pick<Account, 'metrics_schedule' | 'metrics_budget'>,
  format: (at: string) => string,
): { text: string; isUsedUp: boolean } {
  const updates = `accounts.updates_${metrics_schedule}`;
  const metrics = hasText(updates) ? t(updates) : metrics_schedule;
  if (budget === null) return { text: metrics, isUsedUp: false };
  const used = formatUsd(budget.used_usd);
  const cost =
    budget.limit_usd === null
      ? t('accounts.cost', { used })
      : t('accounts.costOfBudget', { used, limit: formatUsd(budget.limit_usd) });
  if (budget.used_up_at === null) return { text: `${metrics} ${cost}`, isUsedUp: false };
  return { text: `${cost} ${t('accounts.budgetUsedUp', { at: format(budget.resets_at) })}`, isUsedUp: true };
}

/** Parse the budget that a person typed, in US dollars: null for none, and undefined for what is no amount. */
export function parseBudget(text: string): number | null | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  return /^\d+(\.\d+)?$/.test(trimmed) ? Number(trimmed) : undefined;
}
