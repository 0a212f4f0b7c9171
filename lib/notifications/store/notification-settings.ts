import type { Write } from '../../core/table/commit.ts';
import { load, loadPartition } from '../../core/table/read.ts';
import { keyOf, type PrimaryKey, partition, toItem } from '../../core/table/schema.ts';
import { notificationSettingsEntity } from '../entities/notifications.ts';
import { defaultNotificationSettings, type NotificationSettings } from '../rules/notification-settings.ts';

/** Build the key of the settings of a member. */
function settingsKeyOf(workspace_id: string, user_id: string): PrimaryKey {
  return keyOf(notificationSettingsEntity, { workspace_id, user_id });
}

/** Load the settings of a member: the defaults until they are changed for the first time. */
export async function loadNotificationSettings(workspaceId: string, userId: string): Promise<NotificationSettings> {
  const stored = await load<NotificationSettings>(settingsKeyOf(workspaceId, userId));
  return stored ?? defaultNotificationSettings(workspaceId, userId);
}

/** Load the stored settings of all members of a workspace, by member. */
export async function loadAllNotificationSettings(workspace_id: string): Promise<Map<string, NotificationSettings>> {
  const stored = await loadPartition<NotificationSettings>(
    partition(notificationSettingsEntity, 'pk', { workspace_id }),
  );
  return new Map(stored.map((settings) => [settings.user_id, settings]));
}

/** Build the write of settings, after the version that was read. Version 0 is that of settings not stored yet. */
export function notificationSettingsWrite(before: NotificationSettings, after: NotificationSettings): Write {
  const { version } = before;
  const put = toItem(notificationSettingsEntity, { ...after, version: version + 1 });
  return { put, condition: version === 0 ? 'absent' : { version } };
}

/** Build the write that deletes the settings of a member. */
export function deleteNotificationSettingsWrite(workspaceId: string, userId: string): Write {
  return { delete: settingsKeyOf(workspaceId, userId), condition: 'any' };
}
