import type { Email } from '../../../core/email/email.ts';
import { oneLine } from '../../../core/email/one-line.ts';
import { fill } from '../../../core/values/fill-text.ts';
import type { PageLanguage } from '../../../core/values/page-language.ts';
import { formatMinute } from '../../../core/values/timestamps.ts';
import type { ApprovalStatus } from '../content-approval.ts';
import type { ApprovalReminder } from './approval-reminder.ts';
import { REMINDER_TEXTS } from './reminder-texts.ts';

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
  language: PageLanguage,
): Omit<Email, 'to'> {
  const texts = REMINDER_TEXTS[language];
  const item = `${baseUrl}/content/${content_id}`;
  const isPending = status === 'pending_approval';
  // The screen `/posts/:id`.
  const url = `${dashboardOrigin}/app/#/posts/${content_id}`;
  const values = { title: oneLine(title), workspace: oneLine(workspace), time: formatMinute(due_at), url };
  const requests = isPending ? `POST ${item}/approve, POST ${item}/request-changes` : `POST ${item}/submit`;
  return {
    subject: fill(texts.subject[lead], values),
    text: [
      fill(texts.due, values),
      texts.consequence,
      fill(isPending ? texts.review : texts.request, values),
      `${fill(texts.api, { requests })}\n`,
    ].join('\n\n'),
  };
}
