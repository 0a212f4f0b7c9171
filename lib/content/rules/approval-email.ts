import type { Email } from '../../core/email/email.ts';
import type { EmailLimit } from '../../core/email/email-counts.ts';
import {
  MAX_APPROVAL_EMAILS_PER_AUTHOR_AND_DAY,
  MAX_APPROVAL_EMAILS_PER_ITEM_AND_DAY,
} from '../../core/rate-limit/limits.ts';
import { formatMinute } from '../../core/values/timestamps.ts';
import type { ApprovalStatus } from './approval.ts';
import type { ApprovalReminder } from './approval-reminder.ts';
import type { Content } from './content.ts';

/** At most this many members receive an email about one request for approval: those who joined first. */
export const MAX_NOTIFIED_APPROVERS = 50;

/**
 * List the limits of the email to a member about a request for approval. They are counted for each author of requests, so
 * that the requests of one never use up those of another.
 */
export function requestEmailLimits(memberId: string, { id, approval }: Content): EmailLimit[] {
  const author = `${memberId}/${approval!.requested_by}`;
  return [
    { counter: author, limit: MAX_APPROVAL_EMAILS_PER_AUTHOR_AND_DAY },
    { counter: `${author}/${id}`, limit: MAX_APPROVAL_EMAILS_PER_ITEM_AND_DAY },
  ];
}

/** Characters of a title or a name in an email. */
const MAX_LINE = 120;

/** Where the recipients of an email find an item: the origin of the dashboard, and the base URL of the API. */
export interface ServiceUrls {
  dashboardOrigin: string;
  baseUrl: string;
}

/** Build the email that asks a member to decide about an item. `requester` is the name of the member who submitted it. */
export function buildApprovalRequestEmail(
  { id, title, approval, scheduled_at }: Content,
  names: { workspace: string; requester: string },
  { dashboardOrigin, baseUrl }: ServiceUrls,
): Omit<Email, 'to'> {
  const { note, content_hash } = approval!;
  const item = `${baseUrl}/content/${id}`;
  return {
    subject: `Approval requested: ${oneLine(title)}`,
    text: [
      `${oneLine(names.requester)} requested approval of "${oneLine(title)}" in ${oneLine(names.workspace)}.`,
      note === null ? '' : `Note: ${note}`,
      scheduled_at === null ? 'It is not scheduled.' : `It is due at ${formatMinute(scheduled_at)} UTC.`,
      `Review the item: ${postUrl(dashboardOrigin, id)}`,
      `With the API: GET ${item}`,
      `Approve this version: POST ${item}/approve with {"content_hash":"${content_hash}"}`,
      `Request changes: POST ${item}/request-changes with {"note":"..."}\n`,
    ]
      .filter((paragraph) => paragraph !== '')
      .join('\n\n'),
  };
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
  const url = postUrl(dashboardOrigin, content_id);
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

/** The URL of an item in the dashboard: that of the screen `/posts/:id`. */
function postUrl(dashboardOrigin: string, id: string): string {
  return `${dashboardOrigin}/app/#/posts/${id}`;
}

/** A title may have line breaks, which would end the subject, and any length. */
function oneLine(text: string): string {
  const characters = [...text.replace(/\s+/g, ' ').trim()];
  return characters.length > MAX_LINE ? `${characters.slice(0, MAX_LINE - 1).join('')}…` : characters.join('');
}
