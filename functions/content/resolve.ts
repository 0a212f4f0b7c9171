import { operation } from '../../lib/content/api/content/resolve.ts';
import { findTargetKey } from '../../lib/content/rules/content-targets.ts';
import { contentInPath } from '../../lib/content/steps/content-prefetch.ts';
import { contentResponse } from '../../lib/content/steps/content-response.ts';
import { contentWrites, loadContent, savedContent } from '../../lib/content/store/contents.ts';
import { loadEntry } from '../../lib/content/store/schedule-entries.ts';
import { loadOr404 } from '../../lib/core/http/load-or-404.ts';
import { notFoundError } from '../../lib/core/problems/request-errors.ts';
import { isId } from '../../lib/core/values/id.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { assertIfMatch } from '../../lib/identity/pipeline/if-match.ts';
import { loadWorkspaceSettings } from '../../lib/identity/store/workspace-settings.ts';
import { reportedEntry, resolveUnconfirmed } from '../../lib/publishing/rules/resolve-unconfirmed.ts';
import { identifyNamedPost } from '../../lib/publishing/steps/named-post.ts';

const prefetching = { ...operation, prefetch: contentInPath };

/** Resolve an unconfirmed target with the outcome that the caller found on the platform. */
export const handler = defineEndpoint(prefetching, async ({ caller, params, body, nowMs, context }) => {
  const workspaceId = caller.workspace.id;
  const [content, settings] = await Promise.all([
    loadOr404('content', params.id, (id) => loadContent(workspaceId, id)),
    loadWorkspaceSettings(workspaceId),
  ]);
  const key = findTargetKey(content, params.platform ?? '');
  const target = key === null ? undefined : content.targets[key];
  if (!target) throw notFoundError();
  const { outcome, part, schedule_id: scheduleId, url } = body;
  const entryId = scheduleId ?? target.schedule_id;
  const found = isId('entry', entryId) ? await loadEntry(workspaceId, entryId) : null;
  const entry = reportedEntry(target, content.id, found);
  assertIfMatch(context, content);
  const before = { content, entries: [entry] };
  const post =
    url === undefined ? { platformPostId: null, url: null } : await identifyNamedPost(content, entry, { part, url });
  const named = { part, scheduleId };
  const resolution = outcome === 'published' ? { outcome, ...named, ...post } : { outcome, ...named };
  const next = resolveUnconfirmed(content, entry, resolution, Date.now());
  return {
    status: 200,
    ...(await contentResponse(next ? savedContent(before, next) : content, caller, nowMs, { settings })),
    writes: next ? contentWrites(before, next) : [],
  };
});
