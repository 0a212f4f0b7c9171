import { requireEnv } from '../../core/config/env.ts';
import { dashboardOriginOfWorker } from '../../core/config/origins.ts';
import { settings } from '../../core/config/settings.ts';
import { sha256 } from '../../core/crypto/sha256.ts';
import type { Email } from '../../core/email/email.ts';
import { loadEmailCounts } from '../../core/email/email-counts.ts';
import { queueEmails } from '../../core/email/queue-email.ts';
import { sendEmail } from '../../core/email/send-email.ts';
import { sendOnce } from '../../core/email/send-once.ts';
import { log } from '../../core/observability/log.ts';
import type { Member } from '../../identity/rules/member.ts';
import type { WorkspaceSettings } from '../../identity/rules/workspace-settings.ts';
import { loadAllMembers } from '../../identity/store/members.ts';
import { loadWorkspaceSettings } from '../../identity/store/workspace-settings.ts';
import { loadWorkspace } from '../../identity/store/workspaces.ts';
import { approvalStatusOf, decisionObstacle, isClosed, lacksApproval } from '../rules/approval.ts';
import {
  buildApprovalRequestEmail,
  buildReminderEmail,
  MAX_NOTIFIED_APPROVERS,
  requestEmailLimits,
  type ServiceUrls,
} from '../rules/approval-email.ts';
import type { ReminderLead } from '../rules/approval-reminder.ts';
import { pendingDueTimes } from '../rules/approval-reminder.ts';
import type { Content } from '../rules/content.ts';
import { loadReminder } from '../store/approval-reminders.ts';
import { loadContent } from '../store/contents.ts';

/** Names the email of one reminder. */
export interface ReminderMessage {
  kind: 'approval_reminder';
  workspace_id: string;
  content_id: string;
  due_at: string;
  lead: ReminderLead;
  /** The member to send it to; without one, each member has a message of their own. */
  user_id?: string;
}

/** Names the emails of one request for approval: `requested_at` tells it from other requests for the item. */
export interface ApprovalRequestMessage {
  kind: 'approval_request';
  workspace_id: string;
  content_id: string;
  requested_at: string;
  /** The member to send it to; without one, each member has a message of their own. */
  user_id?: string;
}

/**
 * Send the emails of a request for approval to the members who may decide about it. Skips a request that was withdrawn,
 * decided or made again. Throws when an email could not be sent, so that the queue repeats the message; a member who has
 * received theirs receives no second one. A message that names no member is divided into one for each.
 */
export async function sendApprovalRequest(message: ApprovalRequestMessage, nowMs: number): Promise<void> {
  const { workspace_id, content_id, requested_at } = message;
  const [content, workspace, workspaceSettings] = await Promise.all([
    loadContent(workspace_id, content_id),
    loadWorkspace(workspace_id),
    loadWorkspaceSettings(workspace_id),
  ]);
  const { approval } = content ?? {};
  if (!content || !workspace || approval?.status !== 'pending_approval' || isClosed(content)) return;
  if (approval.requested_at !== requested_at) return;
  const members = await loadAllMembers(workspace_id);
  const requester = members.find(({ id }) => id === approval.requested_by)?.name ?? 'A former member';
  const names = { workspace: workspace.name, requester };
  const email = buildApprovalRequestEmail(content, names, serviceUrls());
  const occasion = `approval_request/${content_id}/${requested_at}`;
  const limitsOf = (member: Member) => requestEmailLimits(member.id, content);
  await sendToEach(message, approversOf(content, members, workspaceSettings), occasion, email, { limitsOf, nowMs });
}

/** List the members who may decide about an item, as far as they are notified. */
function approversOf(content: Content, members: Member[], workspaceSettings: WorkspaceSettings): Member[] {
  const approvers = members.filter(
    ({ id: userId, role, permissions }) =>
      permissions.includes('content:approve') &&
      decisionObstacle({ userId, role }, content, workspaceSettings) === null,
  );
  return approvers.slice(0, MAX_NOTIFIED_APPROVERS);
}

/**
 * Send the emails of a reminder, unless the item was approved or rescheduled since: to its owner, or the owners of the
 * workspace after the owner was removed, and while it waits for a decision, to those who may decide.
 */
export async function sendReminder(message: ReminderMessage, nowMs: number): Promise<void> {
  const { workspace_id, content_id, due_at, lead } = message;
  const [reminder, content, workspace, workspaceSettings] = await Promise.all([
    loadReminder(message),
    loadContent(workspace_id, content_id),
    loadWorkspace(workspace_id),
    loadWorkspaceSettings(workspace_id),
  ]);
  if (!reminder || !content || !workspace || !lacksApproval(content, workspaceSettings)) return;
  if (!pendingDueTimes(content).includes(due_at) || Date.parse(due_at) <= nowMs) return;
  const members = await loadAllMembers(workspace_id);
  const owner = members.find(({ id }) => id === reminder.owner_id);
  const owners = owner ? [owner] : members.filter(({ role }) => role === 'owner');
  const status = approvalStatusOf(content);
  const approvers = status === 'pending_approval' ? approversOf(content, members, workspaceSettings) : [];
  const email = buildReminderEmail(reminder, status, workspace.name, serviceUrls());
  const recipients = [...new Set([...owners, ...approvers])];
  const occasion = `approval_reminder/${content_id}/${due_at}/${lead}`;
  await sendToEach(message, recipients, occasion, email, { limitsOf: () => [], nowMs });
}

function serviceUrls(): ServiceUrls {
  return { dashboardOrigin: dashboardOriginOfWorker(), baseUrl: requireEnv('BASE_URL') };
}

/** `limitsOf`: the limits of the emails of a day that apply to a member. */
interface Sending {
  limitsOf: (member: Member) => ReturnType<typeof requestEmailLimits>;
  nowMs: number;
}

/**
 * Send the email to the member that the message names, or queue a message for each member. Each email is a message, so
 * that those of one workspace hold a slot of the queue no longer than the sign-in link behind them can wait.
 */
async function sendToEach(
  message: ApprovalRequestMessage | ReminderMessage,
  members: Member[],
  occasion: string,
  email: Omit<Email, 'to'>,
  sending: Sending,
): Promise<void> {
  const { user_id, workspace_id } = message;
  if (user_id === undefined) {
    await queueEmails(
      members.map(({ id }) => ({ ...message, user_id: id })),
      workspace_id,
    );
    return;
  }
  const member = members.find(({ id }) => id === user_id);
  if (member) await sendToMember(member, occasion, email, sending);
}

/** Send an email to a member, once, unless a limit of the day is reached. */
async function sendToMember(
  member: Member,
  occasion: string,
  email: Omit<Email, 'to'>,
  { limitsOf, nowMs }: Sending,
): Promise<void> {
  const sender = settings().emailSender;
  if (sender === null) return;
  const { workspace_id, id: user_id, email: to } = member;
  const limits = limitsOf(member);
  const counters = limits.map(({ counter }) => counter);
  const counts = await loadEmailCounts(workspace_id, counters, nowMs);
  if (limits.some(({ limit }, index) => counts[index]! >= limit)) {
    log.warn('approval email dropped: the member has received the maximum of a day', { workspace_id, user_id });
    return;
  }
  const name = { workspace_id, id: sha256(`${occasion}/${user_id}`), counters };
  await sendOnce(name, () => sendEmail(sender, { to, ...email }, 'approval', { workspace_id, user_id }), nowMs);
}
