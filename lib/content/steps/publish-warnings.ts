import type { PublishingStates } from '../../accounts/rules/publish-limit.ts';
import { loadPublishingStates } from '../../accounts/store/publish-limits.ts';
import type { WorkspaceSettings } from '../../identity/rules/workspace-settings.ts';
import type { Content } from '../rules/content.ts';
import { listWarnings, type PublishWarning, type UnsentTarget } from '../rules/publish-warnings.ts';

/** Load what is known about the accounts of these targets, and list the problems that can still be fixed. */
export async function loadWarnings(
  workspaceId: string,
  content: Content,
  targets: UnsentTarget[],
  nowMs: number,
): Promise<PublishWarning[]> {
  if (targets.length === 0) return [];
  return listWarnings(content, targets, await loadStatesOf(workspaceId, targets), nowMs);
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
