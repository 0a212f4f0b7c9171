import type { PublishingStates } from '../../accounts/rules/publish-limit.ts';
import { loadPublishingStates } from '../../accounts/store/publish-limits.ts';
import type { WorkspaceSettings } from '../../identity/rules/workspace-settings.ts';
import type { Content } from '../rules/content.ts';
import { listWarnings, type PublishWarning, type UnsentTarget } from '../rules/schedule/publish-warnings.ts';

/**
 * Load what is known about the accounts of these targets, and list the problems that can still be fixed. Also returns the
 * halts of the workspace, which are read with them.
 */
export async function loadWarnings(
  workspaceId: string,
  content: Content,
  targets: UnsentTarget[],
  nowMs: number,
): Promise<{ warnings: PublishWarning[]; halts: WorkspaceSettings['halts'] }> {
  const states = await loadStatesOf(workspaceId, targets);
  return { warnings: listWarnings(content, targets, states, nowMs), halts: states.settings.halts };
}

/**
 * Load the accounts of targets with their limits: those they are bound to, or else the default accounts; also the
 * settings of the workspace, unless they are given.
 */
export function loadStatesOf(
  workspaceId: string,
  targets: UnsentTarget[],
  settings?: WorkspaceSettings,
): Promise<PublishingStates> {
  const unbound = targets.filter(({ accountId }) => accountId === null);
  return loadPublishingStates(workspaceId, {
    platforms: [...new Set(unbound.map(({ platform }) => platform))],
    accountIds: targets.flatMap(({ accountId }) => accountId ?? []),
    ...(settings ? { settings } : {}),
  });
}
