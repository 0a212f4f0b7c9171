import { dashboardOriginOfWorker } from '../../core/config/origins.ts';
import { sendToMembers } from '../../identity/steps/send-to-members.ts';
import { loadAllMembers } from '../../identity/store/members.ts';
import { loadWorkspace } from '../../identity/store/workspaces.ts';
import { buildMetricsBudgetEmail } from '../rules/metrics-budget-email.ts';
import { loadAccount } from '../store/accounts.ts';

/** Names the emails about the budget of an account, and when it was used up. */
export interface MetricsBudgetMessage {
  kind: 'metrics_budget_used_up';
  workspace_id: string;
  account_id: string;
  used_up_at: string;
  /** The member to send it to; without one, each owner and admin has a message of their own. */
  user_id?: string;
}

/**
 * Tell the owners and admins of a workspace that a budget was used up, each once. Skips an account that was deleted.
 * Throws when an email could not be sent, so that the queue repeats the message. A message that names no member is divided
 * into one for each.
 */
export async function sendMetricsBudgetEmails(message: MetricsBudgetMessage, nowMs: number): Promise<void> {
  const { workspace_id, account_id, used_up_at } = message;
  const [account, workspace] = await Promise.all([loadAccount(workspace_id, account_id), loadWorkspace(workspace_id)]);
  if (!account || !workspace) return;
  const members = await loadAllMembers(workspace_id);
  const recipients = members.filter(({ role }) => role === 'owner' || role === 'admin');
  const names = { workspace: workspace.name, dashboardOrigin: dashboardOriginOfWorker() };
  const email = buildMetricsBudgetEmail(account, used_up_at, names);
  const occasion = `metrics_budget_used_up/${account_id}/${used_up_at}`;
  await sendToMembers(message, recipients, { kind: 'budget', occasion, email }, nowMs);
}
