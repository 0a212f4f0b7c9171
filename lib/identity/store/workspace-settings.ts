import { settings } from '../../core/config/settings.ts';
import type { Write } from '../../core/table/commit.ts';
import { load } from '../../core/table/read.ts';
import { keyOf, type PrimaryKey, toItem } from '../../core/table/schema.ts';
import { workspaceSettingsEntity } from '../entities/workspaces.ts';
import { defaultSettings, type WorkspaceSettings, withRequiredPasskey } from '../rules/workspace-settings.ts';

/** Build the key of the settings of a workspace. */
export function settingsKey(workspaceId: string): PrimaryKey {
  return keyOf(workspaceSettingsEntity, { workspace_id: workspaceId });
}

/** Load the settings of a workspace: the defaults until they are changed for the first time. */
export async function loadWorkspaceSettings(workspaceId: string): Promise<WorkspaceSettings> {
  return storedSettings(await load<WorkspaceSettings>(settingsKey(workspaceId)), workspaceId);
}

/** Load the settings of a workspace as they are stored, without what the settings of the stage require. */
export async function loadStoredSettings(workspaceId: string): Promise<WorkspaceSettings> {
  return (await load<WorkspaceSettings>(settingsKey(workspaceId))) ?? defaultSettings(workspaceId);
}

/**
 * Return the settings that were read under the key: the defaults when none are stored. Where the stage requires approval by
 * passkey, they have it, whatever is stored.
 */
export function storedSettings(found: object | null | undefined, workspaceId: string): WorkspaceSettings {
  const stored = (found as WorkspaceSettings | null | undefined) ?? defaultSettings(workspaceId);
  return isPasskeyRequired(workspaceId) ? withRequiredPasskey(stored) : stored;
}

/** Return whether the stage requires approval by passkey in a workspace. */
export function isPasskeyRequired(workspaceId: string): boolean {
  const required = settings().passkeyWorkspaces ?? [];
  return required.includes('*') || required.includes(workspaceId);
}

/** Build the write of the settings, after the version that was read. Version 0 is that of settings not stored yet. */
export function settingsWrite(before: WorkspaceSettings, after: WorkspaceSettings): Write {
  const { version } = before;
  const put = toItem(workspaceSettingsEntity, { ...after, version: version + 1 });
  return { put, condition: version === 0 ? 'absent' : { version } };
}
