import { tryCommit } from '../../core/table/commit.ts';
import { loadPage, type PageRequest, pageWithTotal, type TotalPage } from '../../core/table/page.ts';
import { loadAll } from '../../core/table/read.ts';
import { type Item, keyOf, partition, toItem } from '../../core/table/schema.ts';
import { minIdAt } from '../../core/values/id.ts';
import { DAY_MS } from '../../core/values/timestamps.ts';
import { notificationEntity, unsentNotificationEntity } from '../entities/notifications.ts';
import { audienceOf, type Notification } from '../rules/notification.ts';

/** How long notifications are stored. */
const RETENTION_MS = 90 * DAY_MS;

/** Build the item of a notification, which is written once and never changes. */
export function notificationItem(notification: Notification): Item {
  const audience = audienceOf(notification);
  return toItem(notificationEntity, notification, { audience }, Date.parse(notification.created_at) + RETENTION_MS);
}

/** Insert a notification that no email reports. One that exists stays as it is. */
export async function insertNotification(notification: Notification): Promise<void> {
  await tryCommit([{ put: notificationItem(notification), condition: 'absent' }]);
}

/**
 * Insert a notification together with the record that no email has reported it yet. Neither is written again for a
 * notification that exists: an email may have reported it since.
 */
export async function insertUnsentNotification(notification: Notification): Promise<void> {
  const { workspace_id, id } = notification;
  const unsent = { workspace_id, id, audience: audienceOf(notification) };
  await tryCommit([
    { put: notificationItem(notification), condition: 'absent' },
    { put: toItem(unsentNotificationEntity, unsent), condition: 'absent' },
  ]);
}

/** List the notifications of audiences, newest first, with their total. */
export function listNotifications(
  workspaceId: string,
  audiences: readonly string[],
  request: PageRequest,
): Promise<TotalPage<Notification>> {
  return pageWithTotal<Notification>(listOf(workspaceId, audiences), request);
}

/** Load the newest notifications of audiences after `readUntil` (ISO 8601), at most `limit`, and whether there are more. */
export async function loadUnread(
  workspaceId: string,
  audiences: readonly string[],
  readUntil: string | null,
  limit: number,
): Promise<{ records: Notification[]; isCapped: boolean }> {
  const from = readUntil === null ? {} : { from: minIdAt('notification', Date.parse(readUntil) + 1) };
  const list = { ...listOf(workspaceId, audiences), ...from };
  const { records, next } = await loadPage<Notification>(list, { limit, skip: 0, after: null });
  return { records, isCapped: next !== null };
}

/** Load notifications by audience and id, oldest first; expired ones are absent. */
export async function loadNotifications(
  workspace_id: string,
  ids: readonly (readonly [audience: string, id: string])[],
): Promise<Notification[]> {
  const keys = ids.map(([audience, id]) => keyOf(notificationEntity, { workspace_id, audience, id }));
  const found = (await loadAll<Notification>(keys)).filter((notification) => notification !== null);
  return found.sort((one, other) => (one.id < other.id ? -1 : 1));
}

function listOf(workspace_id: string, audiences: readonly string[]) {
  const partitions = audiences.map((audience) => partition(notificationEntity, 'pk', { workspace_id, audience }));
  return { partitions, descending: true, eventuallyConsistent: true as const };
}
