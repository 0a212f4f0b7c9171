import type { Write } from '../../core/table/commit.ts';
import { load, loadAll } from '../../core/table/read.ts';
import { keyOf, toItem } from '../../core/table/schema.ts';
import { versioned } from '../../core/table/versioned.ts';
import { PLATFORMS, type Platform } from '../../platforms/platform.ts';
import { platformAppEntity, workspaceAppEntity } from '../entities/connections.ts';
import type { PlatformApp, WorkspaceApp } from '../rules/connect/platform-app.ts';

/** Build the write that sets the app of the stage for a platform. */
export function platformAppWrite(app: PlatformApp): Write {
  return { put: toItem(platformAppEntity, app), condition: 'any' };
}

/** Build the write that removes the app of the stage for a platform. Fails when there is none. */
export function deletePlatformAppWrite(platform: Platform): Write {
  return { delete: keyOf(platformAppEntity, { platform }), condition: 'present' };
}

/** Load the apps of the stage, by platform. */
export async function loadPlatformApps(): Promise<PlatformApp[]> {
  const apps = await loadAll<PlatformApp>(PLATFORMS.map((platform) => keyOf(platformAppEntity, { platform })));
  return apps.filter((app) => app !== null);
}

/** Build the write of the app of a workspace: new, or after the version that was read. */
export function workspaceAppWrite(before: WorkspaceApp | null, after: WorkspaceApp): Write {
  return versioned(workspaceAppEntity, before, after);
}

/** Build the write that deletes the app of a workspace. */
export function deleteWorkspaceAppWrite({ id, workspace_id, platform, version }: WorkspaceApp): Write {
  return { delete: keyOf(workspaceAppEntity, { workspace_id, platform }), condition: { version }, id };
}

/** Load the app that a workspace has brought for a platform, or null. */
export function loadWorkspaceApp(workspaceId: string, platform: Platform): Promise<WorkspaceApp | null> {
  return load<WorkspaceApp>(keyOf(workspaceAppEntity, { workspace_id: workspaceId, platform }));
}

/** Load the app that connects accounts of a platform in a workspace: its own, or that of the stage. */
export async function loadApp(workspaceId: string, platform: Platform): Promise<WorkspaceApp | PlatformApp | null> {
  const keys = [
    keyOf(workspaceAppEntity, { workspace_id: workspaceId, platform }),
    keyOf(platformAppEntity, { platform }),
  ];
  const [own, ofStage] = await loadAll<WorkspaceApp | PlatformApp>(keys);
  return own ?? ofStage ?? null;
}
