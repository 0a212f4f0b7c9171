import { countUnfinished } from '../../lib/content/store/schedule-entries.ts';
import { loadOr404 } from '../../lib/core/http/load-or-404.ts';
import { operation } from '../../lib/halts/api/halts/delete.ts';
import { haltEntity } from '../../lib/halts/entities/halts.ts';
import { assertResumable } from '../../lib/halts/rules/halt.ts';
import { newHaltRelease, scopeFilter, spreadSeconds } from '../../lib/halts/rules/halt-release.ts';
import { loadHalt, resumeWrites } from '../../lib/halts/store/halts.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { settingsAndItemInPath } from '../../lib/identity/pipeline/prefetch.ts';
import { loadWorkspaceSettings } from '../../lib/identity/store/workspace-settings.ts';

const prefetching = { ...operation, prefetch: settingsAndItemInPath('halt', haltEntity) };

/** Resume publishing. The stream releases what the halt has held. */
export const handler = defineEndpoint(prefetching, async ({ caller, params, query }) => {
  const workspace_id = caller.workspace.id;
  const { missed = 'publish' } = query;
  const spread_seconds = spreadSeconds(query.spread_seconds);
  const [stored, before] = await Promise.all([
    loadOr404('halt', params.id, (id) => loadHalt(workspace_id, id)),
    loadWorkspaceSettings(workspace_id),
  ]);
  assertResumable(stored);
  // An account that was connected again has another id in the settings.
  const scope = before.halts?.find(({ id }) => id === stored.id)?.scope ?? stored.scope;
  const halt = { ...stored, scope };
  const input = { workspace_id, missed, spread_seconds, resumed_by: caller.userId };
  // Not the start of the request: until the halt is ended, workers still hold what becomes due.
  const release = newHaltRelease(halt, input, Date.now());
  const filter = { ...scopeFilter(release.scope), to: release.resumed_at };
  const { count, isCapped } = await countUnfinished(workspace_id, filter);
  return {
    status: 200,
    body: {
      success: true,
      message: `Publishing resumes: ${halt.id} is ended.`,
      resumed_at: release.resumed_at,
      missed_posts: count,
      missed_posts_is_capped: isCapped,
    },
    writes: resumeWrites(before, halt, release),
  };
});
