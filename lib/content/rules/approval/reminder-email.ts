import type { Email } from '../../../core/email/email.ts';
import { oneLine } from '../../../core/email/one-line.ts';
import { formatMinute } from '../../../core/values/timestamps.ts';
import type { ApprovalStatus } from '../content-approval.ts';
import type { ApprovalReminder } from './approval-reminder.ts';

/** At most this many approvers receive a reminder: those who joined first. */
export const MAX_REMINDED_APPROVERS = 50;

/** Where the recipients of an email find an item: the origin of the dashboard, and the base URL of the API. */
export interface ServiceUrls {
  dashboardOrigin: string;
  baseUrl: string;
}

/** Build the email that reminds of an item which is due soon and not approved. `status` is that of its approval. */
export function buildReminderEmail(
  { content_id, title, due_at, lead }: ApprovalReminder,
  status: ApprovalStatus,
  workspace: string,
  { dashboardOrigin, baseUrl }: ServiceUrls,
): Omit<Email, 'to'> {
  const item = `${baseUrl}/content/${content_id}`;
  const isPending = status === 'pending_approval';
  // The screen `/posts/:id`.
  const url = `${dashboardOrigin}/app/#/posts/${content_id}`;
  return {
    subject: `Not approved, due in one ${lead}: ${oneLine(title)}`,
    text: [
      `"${oneLine(title)}" in ${oneLine(workspace)} is due at ${formatMinute(due_at)} UTC and is not approved.`,
      'Without approval, it is not published: its targets fail with the error not_approved.',
      isPending ? `Review the item: ${url}` : `Request approval: ${url}`,
      isPending
        ? `With the API: POST ${item}/approve, or POST ${item}/request-changes\n`
        : `With the API: POST ${item}/submit\n`,
    ].join('\n\n'),
  };
}
