import { queueEmail } from '../../core/email/queue-email.ts';
import type { ApprovalReminder } from '../rules/approval/approval-reminder.ts';
import type { ReminderMessage } from './send-reminder.ts';

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
