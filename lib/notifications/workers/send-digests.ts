import { approvalActor } from '../../content/rules/approval/approval.ts';
import { dashboardOriginOfWorker } from '../../core/config/origins.ts';
import { queueEmails } from '../../core/email/queue-email.ts';
import type { Member } from '../../identity/rules/member.ts';
import type { WorkspaceSettings } from '../../identity/rules/workspace-settings.ts';
import type { EmailLook } from '../../identity/steps/email-look.ts';
import { sendToMembers } from '../../identity/steps/send-to-members.ts';
import { loadAllMembers } from '../../identity/store/members.ts';
import { loadWorkspaceSettings } from '../../identity/store/workspace-settings.ts';
import { digestFor, digestIdOf, type NotificationDigest, newDigest } from '../rules/digest.ts';
import { buildDigestEmail } from '../rules/digest-email.ts';
import { audiencesOf, concerns, type Reader } from '../rules/notification.ts';
import type { NotificationSettings } from '../rules/notification-settings.ts';
import { type DigestTask, nextDigestAt } from '../rules/notification-task.ts';
import { loadDigest, loadUnsent, removeUnsent, saveDigest } from '../store/digests.ts';
import { loadAllNotificationSettings, loadNotificationSettings } from '../store/notification-settings.ts';
import { endDigest, loadDigestTask, postponeDigest } from '../store/notification-tasks.ts';
import { loadNotifications } from '../store/notifications.ts';
import { withoutClosedRequests } from './closed-requests.ts';

/** Names the digest of a workspace that is due, or the email of one digest to one member. */
export interface DigestMessage {
  kind: 'notification_digest';
  workspace_id: string;
  digest_id?: string;
  user_id?: string;
}

/** The most notifications of a digest. The next one reports the others. */
const MAX_PER_DIGEST = 1_000;

/**
 * Start the digest of a workspace when it is due, or send the email of a digest to a member, once. Throws when the email
 * could not be sent, so that the queue repeats the message.
 */
export async function sendDigest(message: DigestMessage, nowMs: number): Promise<void> {
  const { workspace_id, digest_id, user_id } = message;
  if (digest_id === undefined || user_id === undefined) await startDigest(workspace_id, nowMs);
  else await sendDigestEmail({ ...message, digest_id, user_id }, nowMs);
}

/**
 * Queue the emails of the digest of a workspace that is due. The saved digest decides what they report: a run that ends
 * early is repeated with it, until the task is postponed.
 */
async function startDigest(workspaceId: string, nowMs: number): Promise<void> {
  const task = await loadDigestTask(workspaceId);
  if (!task || Date.parse(task.due_at) > nowMs) return;
  const digest = (await loadDigest(workspaceId, digestIdOf(task))) ?? (await createDigest(task, nowMs));
  if (!digest) {
    // The next run finds what was added since.
    await endDigest(task);
    return;
  }
  await removeUnsent(digest);
  await queueDigestEmails(digest);
  await postponeDigest(task, nextDigestAt(nowMs));
}

async function createDigest(task: DigestTask, nowMs: number): Promise<NotificationDigest | null> {
  const unsent = await loadUnsent(task.workspace_id, MAX_PER_DIGEST);
  if (unsent.length === 0) return null;
  const digest = newDigest(task, unsent);
  return (await saveDigest(digest, nowMs)) ? digest : loadDigest(task.workspace_id, digest.id);
}

async function queueDigestEmails(digest: NotificationDigest): Promise<void> {
  const { workspace_id, id: digest_id } = digest;
  const [members, settings, workspaceSettings] = await Promise.all([
    loadAllMembers(workspace_id),
    loadAllNotificationSettings(workspace_id),
    loadWorkspaceSettings(workspace_id),
  ]);
  const recipients = members.filter(
    (member) => digestFor(digest, emailAudiences(member, settings.get(member.id), workspaceSettings)).length > 0,
  );
  const messages = recipients.map(
    ({ id: user_id }): DigestMessage => ({ kind: 'notification_digest', workspace_id, digest_id, user_id }),
  );
  await queueEmails(messages, workspace_id);
}

/** What the member receives is decided when the email is sent: rights and preferences may have changed since. */
async function sendDigestEmail(message: Required<DigestMessage>, nowMs: number): Promise<void> {
  const { workspace_id, digest_id, user_id } = message;
  const [digest, members, settings, workspaceSettings] = await Promise.all([
    loadDigest(workspace_id, digest_id),
    loadAllMembers(workspace_id),
    loadNotificationSettings(workspace_id, user_id),
    loadWorkspaceSettings(workspace_id),
  ]);
  const member = members.find(({ id }) => id === user_id);
  if (!digest || !member) return;
  const ids = digestFor(digest, emailAudiences(member, settings, workspaceSettings));
  const found = (await loadNotifications(workspace_id, ids)).filter((notification) =>
    concerns(notification, readerOf(member), workspaceSettings),
  );
  const notifications = await withoutClosedRequests(workspace_id, found);
  if (notifications.length === 0) return;
  const names = new Map(members.map(({ id, name }) => [id, name]));
  const build = ({ workspace, language }: EmailLook) =>
    buildDigestEmail(notifications, workspace, names, dashboardOriginOfWorker(), language);
  await sendToMembers(message, [member], { kind: 'notification', occasion: `digest/${digest_id}`, build }, nowMs);
}

function emailAudiences(
  member: Member,
  settings: NotificationSettings | undefined,
  workspaceSettings: WorkspaceSettings,
): string[] {
  return audiencesOf(readerOf(member), workspaceSettings, settings?.muted.email ?? []);
}

function readerOf(member: Member): Reader {
  return { ...approvalActor(member), permissions: member.permissions };
}
