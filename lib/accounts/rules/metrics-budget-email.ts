import type { Email } from '../../core/email/email.ts';
import { formatInstant, formatMinute } from '../../core/values/timestamps.ts';
import type { Account } from './account.ts';
import { nextMonthMs } from './metrics-budget.ts';
import { toUsd } from './metrics-schedule.ts';

/** Build the email about a budget that was used up at a time (ISO 8601). */
export function buildMetricsBudgetEmail(
  { name, metrics_budget_micro_usd: limit }: Pick<Account, 'name' | 'metrics_budget_micro_usd'>,
  usedUpAt: string,
  { workspace, dashboardOrigin }: { workspace: string; dashboardOrigin: string },
): Omit<Email, 'to'> {
  // The name of a platform account may have line breaks, which would end the subject.
  const account = name.replace(/\s+/g, ' ');
  const budget =
    limit === undefined ? 'The monthly budget' : `The monthly budget of ${toUsd(limit).toFixed(2)} US dollars`;
  const resetsAt = formatInstant(nextMonthMs(Date.parse(usedUpAt)));
  return {
    subject: `Metrics budget used up: ${account}`,
    text: [
      `${budget} for reading the metrics of ${account} in ${workspace} was used up at ${formatMinute(usedUpAt)} UTC.`,
      `The platform charges for each read, so the metrics of its posts are not updated until ${formatMinute(resetsAt)} UTC. Publishing continues. A higher budget applies within a day.`,
      `Change the budget: ${dashboardOrigin}/app/#/accounts\n`,
    ].join('\n\n'),
  };
}
