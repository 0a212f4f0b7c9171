import type { WorkspaceSettings } from '../../identity/rules/workspace-settings.ts';
import { loadWorkspaceSettings } from '../../identity/store/workspace-settings.ts';
import { type AcceptedTimes, acceptInstant } from '../rules/schedule/accepted-time.ts';
import type { RequestedTime } from '../rules/schedule/publication-time.ts';
import type { PublicationTime } from '../rules/scheduled-local.ts';

/**
 * Resolve the `scheduled_at` of a request. Reads the settings of the workspace only for a local time without a zone, and
 * unless they are given. Throws what `parsePublicationTime` does.
 */
export async function publicationTimeOf(
  workspaceId: string,
  requested: RequestedTime,
  nowMs: number,
  { settings, ...accepted }: AcceptedTimes & { settings?: WorkspaceSettings } = {},
): Promise<PublicationTime> {
  if (typeof requested === 'string') return acceptInstant(requested, '/scheduled_at', nowMs, accepted);
  // Local times need the polyfill of Temporal, an eighth of a function that loads it.
  const { parsePublicationTime } = await import('../rules/schedule/publication-time.ts');
  const needsZone = requested.time_zone === undefined;
  const zone = needsZone ? (settings ?? (await loadWorkspaceSettings(workspaceId))).time_zone : 'UTC';
  return parsePublicationTime(requested, '/scheduled_at', zone, nowMs, accepted);
}
