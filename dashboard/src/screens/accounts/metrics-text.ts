import type { Schemas } from '../../api/client.ts';
import { formatUsd } from '../../content/figures.ts';

type Account = Schemas['Account'];
export type MetricsSchedule = Account['metrics_schedule'];

/** The schedules of metric polls, from the fewest to the most. */
export const SCHEDULES: readonly { value: MetricsSchedule; label: string; short: string }[] = [
  { value: 'off', label: 'Off', short: 'not updated' },
  { value: 'days', label: 'Days 0, 1, 2, 4 and 7 after publication', short: 'updated on days 0, 1, 2, 4 and 7' },
  { value: 'daily', label: 'Every day for 90 days', short: 'updated every day for 90 days' },
  {
    value: 'frequent',
    label: 'Every 15 minutes on the first day, hourly in the first week, then daily',
    short: 'updated every 15 minutes at first, daily after a week',
  },
];

/** Describe when the metrics of an account are updated, and what this costs. Times are formatted by `format`. */
export function metricsText(
  { metrics_schedule, metrics_budget: budget }: Pick<Account, 'metrics_schedule' | 'metrics_budget'>,
  format: (at: string) => string,
): { text: string; isUsedUp: boolean } {
  const schedule = SCHEDULES.find(({ value }) => value === metrics_schedule)?.short ?? metrics_schedule;
  const metrics = `Metrics are ${schedule}.`;
  if (budget === null) return { text: metrics, isUsedUp: false };
  const used = formatUsd(budget.used_usd);
  const cost =
    budget.limit_usd === null
      ? `Reading metrics has cost ${used} this month.`
      : `Reading metrics has cost ${used} of the budget of ${formatUsd(budget.limit_usd)} this month.`;
  if (budget.used_up_at === null) return { text: `${metrics} ${cost}`, isUsedUp: false };
  return {
    text: `${cost} The budget is used up. Metrics are updated again from ${format(budget.resets_at)}.`,
    isUsedUp: true,
  };
}

/** Parse the budget that a person typed, in US dollars: null for none, and undefined for what is no amount. */
export function parseBudget(text: string): number | null | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  return /^\d+(\.\d+)?$/.test(trimmed) ? Number(trimmed) : undefined;
}
