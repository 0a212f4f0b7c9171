import { isDeepStrictEqual } from 'node:util';
import type { Write } from '../../core/table/commit.ts';
import type { Workspace } from '../../identity/rules/workspace.ts';
import { defaultSettings } from '../../identity/rules/workspace-settings.ts';
import { loadStoredSettings, settingsWrite } from '../../identity/store/workspace-settings.ts';

/**
 * Build the write that copies changed limits to the settings of a workspace. What publishes and what connects an account
 * reads these, and then needs no further request for the limits. `before`: null for a new workspace.
 */
export async function limitWrites(before: Workspace | null, { id, limits }: Workspace): Promise<Write[]> {
  if (isDeepStrictEqual(before?.limits, limits)) return [];
  const { limits: _, ...settings } = before ? await loadStoredSettings(id) : defaultSettings(id);
  return [settingsWrite(settings, limits ? { ...settings, limits } : settings)];
}
