import type { NotificationDigest } from '../../lib/notifications/rules/digest.ts';
import type { NotificationSettings } from '../../lib/notifications/rules/notification-settings.ts';
import { loadDigest, loadUnsent } from '../../lib/notifications/store/digests.ts';
import { loadNotificationSettings } from '../../lib/notifications/store/notification-settings.ts';
import { loadDigestTask } from '../../lib/notifications/store/notification-tasks.ts';
import { listNotifications } from '../../lib/notifications/store/notifications.ts';
import { one, PAGE, type StoredReads, workspaceId } from '../core/table/stored-items.ts';

/** The stored items of the feature: what the product finds, and what is expected. */
export const storedReads: StoredReads = {
  Notification: async () => [
    (await listNotifications(workspaceId, ['post_failed'], PAGE)).records,
    [one('Notification')],
  ],
  UnsentNotification: async () => [await loadUnsent(workspaceId, 10), [one('UnsentNotification')]],
  NotificationDigest: async () => {
    const digest = one<NotificationDigest>('NotificationDigest');
    return [await loadDigest(workspaceId, digest.id), digest];
  },
  NotificationTask: async () => [await loadDigestTask(workspaceId), one('NotificationTask')],
  NotificationSettings: async () => {
    const settings = one<NotificationSettings>('NotificationSettings');
    return [await loadNotificationSettings(workspaceId, settings.user_id), settings];
  },
};
