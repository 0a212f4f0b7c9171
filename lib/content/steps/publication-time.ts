import type { WorkspaceSettings } from '../../identity/rules/workspace-settings.ts';
import { loadWorkspaceSettings } from '../../identity/store/workspace-settings.ts';
import { parsePublicationTime, type RequestedTime, type TimeTerms } from '../rules/publication-time.ts';
import type { PublicationTime } from '../rules/scheduled-local.ts';

/**
 * Resolve the `scheduled_at` of a request. Reads the settings of the workspace only for a local time without a zone, and
 * unless they are given. Throws what `parsePublicationTime` does.
 */
export async function publicationTimeOf(
  workspaceId: string,
  requested: RequestedTime,
  nowMs: number,
  { settings, ...terms }: TimeTerms & { settings?: WorkspaceSettings } = {},
): Promise<PublicationTime> {
  const needsZone = typeof requested !== 'string' && requested.time_zone === undefined;
  const zone = needsZone ? (settings ?? (await loadWorkspaceSettings(workspaceId))).time_zone : 'UTC';
  return parsePublicationTime(requested, '/scheduled_at', zone, nowMs, terms);
}
