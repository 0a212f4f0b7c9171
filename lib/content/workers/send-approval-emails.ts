import { requireEnv } from '../../core/config/env.ts';
import { dashboardOriginOfWorker } from '../../core/config/origins.ts';
import type { Member } from '../../identity/rules/member.ts';
import type { WorkspaceSettings } from '../../identity/rules/workspace-settings.ts';
import { sendToMembers } from '../../identity/steps/send-to-members.ts';
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
  const approvers = approversOf(content, members, workspaceSettings);
  await sendToMembers(message, approvers, { kind: 'approval', occasion, email, limitsOf }, nowMs);
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
  await sendToMembers(message, recipients, { kind: 'approval', occasion, email }, nowMs);
}

function serviceUrls(): ServiceUrls {
  return { dashboardOrigin: dashboardOriginOfWorker(), baseUrl: requireEnv('BASE_URL') };
}
