import type { Account } from '../../accounts/rules/account.ts';
import type { Content } from '../../content/rules/content.ts';
import { newlyUnconfirmedTargets } from '../../content/rules/target-outcomes.ts';
import { settings } from '../../core/config/settings.ts';
import { commit } from '../../core/table/commit.ts';
import type { Member } from '../../identity/rules/member.ts';
import type { WebhookEndpoint } from '../../webhooks/rules/webhook-endpoint.ts';
import { accountNotifications, contentNotifications, endpointNotifications } from '../rules/derive-notifications.ts';
import { type NotificationDraft, newNotification } from '../rules/notification.ts';
import { newUnconfirmedTask } from '../rules/notification-task.ts';
import { deleteNotificationSettingsWrite } from '../store/notification-settings.ts';
import { insertUnconfirmedTask, planDigest } from '../store/notification-tasks.ts';
import { insertNotification, insertUnsentNotification } from '../store/notifications.ts';

/** Notify members of failed posts and of approvals, and plan to look at posts whose outcome is unknown. */
export async function onContentNotified(before: Content | null, after: Content | null, nowMs: number): Promise<void> {
  if (!after) return;
  await notifyMembers(after.workspace_id, contentNotifications(before, after), nowMs);
  for (const target of newlyUnconfirmedTargets(before, after)) {
    await insertUnconfirmedTask(newUnconfirmedTask(after, target, after.updated_at));
  }
}

/** Notify members of an account that needs a reconnect or whose budget is used up. */
export async function onAccountNotified(before: Account | null, after: Account | null, nowMs: number): Promise<void> {
  if (after) await notifyMembers(after.workspace_id, accountNotifications(before, after), nowMs);
}

/** Notify members of a webhook endpoint that was disabled. */
export async function onEndpointNotified(
  before: WebhookEndpoint | null,
  after: WebhookEndpoint | null,
  nowMs: number,
): Promise<void> {
  if (after) await notifyMembers(after.workspace_id, endpointNotifications(before, after), nowMs);
}

/** Delete what a removed member has read and muted. */
export async function onMemberRemoved(before: Member | null, after: Member | null): Promise<void> {
  if (before && !after) await commit([deleteNotificationSettingsWrite(before.workspace_id, before.id)]);
}

/**
 * Write notifications of a workspace, and plan the digest that reports them. A repeated call writes nothing new. In a stage
 * without emails, the dashboard alone shows them.
 */
export async function notifyMembers(workspaceId: string, drafts: NotificationDraft[], nowMs: number): Promise<void> {
  if (drafts.length === 0) return;
  const sendsEmails = settings().emailSender !== null;
  for (const draft of drafts) {
    const notification = newNotification(workspaceId, draft);
    await (sendsEmails ? insertUnsentNotification(notification) : insertNotification(notification));
  }
  if (sendsEmails) await planDigest(workspaceId, nowMs);
}
