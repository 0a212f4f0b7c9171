import { queueEmail } from '../../core/email/queue-email.ts';
import type { ApprovalReminder } from '../rules/approval-reminder.ts';
import type { Content } from '../rules/content.ts';
import type { ApprovalRequestMessage, ReminderMessage } from './send-approval-emails.ts';

/** Queue the emails of a request for approval. The message names the request; its worker decides whether it still stands. */
export async function onApprovalRequested(before: Content | null, after: Content | null): Promise<void> {
  if (after?.approval?.status !== 'pending_approval') return;
  const { workspace_id, id: content_id, approval } = after;
  const { requested_at } = approval;
  if (before?.approval?.requested_at === requested_at) return;
  const message: ApprovalRequestMessage = { kind: 'approval_request', workspace_id, content_id, requested_at };
  await queueEmail(message, workspace_id);
}

/** Queue the email of a reminder. */
export async function onReminderWritten(
  before: ApprovalReminder | null,
  after: ApprovalReminder | null,
): Promise<void> {
  if (before !== null || after === null) return;
  const { workspace_id, content_id, due_at, lead } = after;
  const message: ReminderMessage = { kind: 'approval_reminder', workspace_id, content_id, due_at, lead };
  await queueEmail(message, workspace_id);
}
