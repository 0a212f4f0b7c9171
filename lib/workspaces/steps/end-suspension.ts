import { STAGE } from '../../halts/rules/halt.ts';
import { type HaltRelease, newHaltRelease } from '../../halts/rules/halt-release.ts';
import { loadHalt, resumeWrites } from '../../halts/store/halts.ts';
import type { ActiveHalt } from '../../identity/rules/active-halts.ts';
import type { WorkspaceSettings } from '../../identity/rules/workspace-settings.ts';

/** Build the writes that end the halt by which a product stops a workspace, and start its release. None for no halt. */
export async function suspensionEndWrites(
  settings: WorkspaceSettings,
  active: ActiveHalt | null,
  missed: Pick<HaltRelease, 'missed' | 'spread_seconds'>,
) {
  const { workspace_id } = settings;
  const halt = active && (await loadHalt(workspace_id, active.id));
  if (!halt) return [];
  // Not the start of the request: until the halt is ended, workers still hold what becomes due.
  const release = newHaltRelease(halt, { workspace_id, ...missed, resumed_by: STAGE }, Date.now());
  return resumeWrites(settings, halt, release);
}
