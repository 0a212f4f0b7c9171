import { queueEmail } from '../../core/email/queue-email.ts';
import type { Account } from '../rules/account.ts';
import type { MetricsBudgetMessage } from './send-metrics-budget-email.ts';

/** Queue the emails about a budget that was used up. */
export async function onMetricsBudgetUsedUp(before: Account | null, after: Account | null): Promise<void> {
  const used_up_at = after?.metrics_budget_used_up_at;
  if (!after || used_up_at === undefined || used_up_at === before?.metrics_budget_used_up_at) return;
  const { workspace_id, id: account_id } = after;
  const message: MetricsBudgetMessage = { kind: 'metrics_budget_used_up', workspace_id, account_id, used_up_at };
  await queueEmail(message, workspace_id);
}
