import type { Publishable } from '../domain/content/content-validation.ts';
import { listWarnings, type PublishWarning, type UnsentTarget } from '../domain/content/publish-warnings.ts';
import { loadPublishingStates } from '../table/publish-limits.ts';

/** Load what is known about the accounts of these targets, and list the problems that can still be fixed. */
export async function loadWarnings(
  workspaceId: string,
  content: Publishable,
  targets: UnsentTarget[],
  nowMs: number,
): Promise<PublishWarning[]> {
  if (targets.length === 0) return [];
  const platforms = targets.map(({ platform }) => platform);
  return listWarnings(content, targets, await loadPublishingStates(workspaceId, platforms), nowMs);
}
