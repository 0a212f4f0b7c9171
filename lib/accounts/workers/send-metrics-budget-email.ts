import { dashboardOriginOfWorker } from '../../core/config/origins.ts';
import { settings } from '../../core/config/settings.ts';
import { sha256 } from '../../core/crypto/sha256.ts';
import { queueEmails } from '../../core/email/queue-email.ts';
import { sendEmail } from '../../core/email/send-email.ts';
import { sendOnce } from '../../core/email/send-once.ts';
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
  const sender = settings().emailSender;
  const [account, workspace] = await Promise.all([loadAccount(workspace_id, account_id), loadWorkspace(workspace_id)]);
  if (sender === null || !account || !workspace) return;
  const members = await loadAllMembers(workspace_id);
  const recipients = members.filter(({ role }) => role === 'owner' || role === 'admin');
  if (message.user_id === undefined) {
    await queueEmails(
      recipients.map(({ id }) => ({ ...message, user_id: id })),
      workspace_id,
    );
    return;
  }
  const recipient = recipients.find(({ id }) => id === message.user_id);
  if (!recipient) return;
  const names = { workspace: workspace.name, dashboardOrigin: dashboardOriginOfWorker() };
  const email = buildMetricsBudgetEmail(account, used_up_at, names);
  const { id: user_id, email: to } = recipient;
  const name = { workspace_id, id: sha256(`metrics_budget_used_up/${account_id}/${used_up_at}/${user_id}`) };
  await sendOnce(name, () => sendEmail(sender, { to, ...email }, 'budget', { workspace_id, user_id }), nowMs);
}
