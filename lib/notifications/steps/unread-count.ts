import type { Caller } from '../../identity/pipeline/request-context.ts';
import { concerns } from '../rules/notification.ts';
import { loadUnread } from '../store/notifications.ts';
import type { NotificationView } from './notification-view.ts';

/** Unread notifications are counted up to here. */
const MAX_UNREAD = 100;

/** Count the unread notifications of a caller, for the response. */
export async function unreadCount(
  caller: Caller,
  { workspaceSettings, audiences }: NotificationView,
  readUntil: string | null,
): Promise<{ unread_count: number; unread_count_is_capped: boolean }> {
  const { records, isCapped } = await loadUnread(caller.workspace.id, audiences, readUntil, MAX_UNREAD);
  const unread = records.filter((notification) => concerns(notification, caller, workspaceSettings));
  return { unread_count: unread.length, unread_count_is_capped: isCapped };
}
