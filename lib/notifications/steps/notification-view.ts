import type { Caller } from '../../identity/pipeline/request-context.ts';
import type { WorkspaceSettings } from '../../identity/rules/workspace-settings.ts';
import { loadWorkspaceSettings, settingsKey } from '../../identity/store/workspace-settings.ts';
import { audiencesOf } from '../rules/notification.ts';
import type { NotificationSettings } from '../rules/notification-settings.ts';
import { loadNotificationSettings } from '../store/notification-settings.ts';

/** What decides which notifications a caller sees. */
export interface NotificationView {
  settings: NotificationSettings;
  workspaceSettings: WorkspaceSettings;
  audiences: string[];
}

/** Prefetch the settings of the workspace with the token. */
export const prefetchSettings = (workspaceId: string) => [settingsKey(workspaceId)];

/** Load what decides which notifications a caller sees: those of their member, within the permissions of the token. */
export async function loadNotificationView(caller: Caller): Promise<NotificationView> {
  const { workspace, userId } = caller;
  const [settings, workspaceSettings] = await Promise.all([
    loadNotificationSettings(workspace.id, userId),
    loadWorkspaceSettings(workspace.id),
  ]);
  return { settings, workspaceSettings, audiences: audiencesOf(caller, workspaceSettings, settings.muted.dashboard) };
}
