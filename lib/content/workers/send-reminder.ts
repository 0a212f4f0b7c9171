import { requireEnv } from '../../core/config/env.ts';
import { dashboardOriginOfWorker } from '../../core/config/origins.ts';
import type { Member } from '../../identity/rules/member.ts';
import type { WorkspaceSettings } from '../../identity/rules/workspace-settings.ts';
import type { EmailLook } from '../../identity/steps/email-look.ts';
import { sendToMembers } from '../../identity/steps/send-to-members.ts';
import { loadAllMembers } from '../../identity/store/members.ts';
import { loadWorkspaceSettings } from '../../identity/store/workspace-settings.ts';
import { approvalActor, decisionObstacle } from '../rules/approval/approval.ts';
import { pendingDueTimes, type ReminderLead } from '../rules/approval/approval-reminder.ts';
import { approvalStatusOf } from '../rules/approval/approval-states.ts';
import { buildReminderEmail, MAX_REMINDED_APPROVERS, type ServiceUrls } from '../rules/approval/reminder-email.ts';
import { lacksApproval } from '../rules/approval/required-approval.ts';
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

/** List the members who may decide about an item, as far as they are reminded. */
function approversOf(content: Content, members: Member[], workspaceSettings: WorkspaceSettings): Member[] {
  const approvers = members.filter(
    (member) =>
      member.permissions.includes('content:approve') &&
      decisionObstacle(approvalActor(member), content, workspaceSettings) === null,
  );
  return approvers.slice(0, MAX_REMINDED_APPROVERS);
}

/**
 * Send the emails of a reminder, unless the item was approved or rescheduled since: to its owner, or the owners of the
 * workspace after the owner was removed, and while it waits for a decision, to those who may decide.
 */
export async function sendReminder(message: ReminderMessage, nowMs: number): Promise<void> {
  const { workspace_id, content_id, due_at, lead } = message;
  const [reminder, content, workspaceSettings] = await Promise.all([
    loadReminder(message),
    loadContent(workspace_id, content_id),
    loadWorkspaceSettings(workspace_id),
  ]);
  if (!reminder || !content || !lacksApproval(content, workspaceSettings)) return;
  if (!pendingDueTimes(content).includes(due_at) || Date.parse(due_at) <= nowMs) return;
  const members = await loadAllMembers(workspace_id);
  const owner = members.find(({ id }) => id === reminder.owner_id);
  const owners = owner ? [owner] : members.filter(({ role }) => role === 'owner');
  const status = approvalStatusOf(content);
  const approvers = status === 'pending_approval' ? approversOf(content, members, workspaceSettings) : [];
  const build = ({ workspace, language }: EmailLook) =>
    buildReminderEmail(reminder, status, workspace, serviceUrls(), language);
  const recipients = [...new Set([...owners, ...approvers])];
  const occasion = `approval_reminder/${content_id}/${due_at}/${lead}`;
  await sendToMembers(message, recipients, { kind: 'approval', occasion, build }, nowMs);
}

function serviceUrls(): ServiceUrls {
  return { dashboardOrigin: dashboardOriginOfWorker(), baseUrl: requireEnv('BASE_URL') };
}
