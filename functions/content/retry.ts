import { operation } from '../../lib/api/content/retry.ts';
import { assertApproved } from '../../lib/domain/content/approval.ts';
import { destinationsOf } from '../../lib/domain/content/content-targets.ts';
import { retryFailed } from '../../lib/domain/content/scheduling.ts';
import { defineEndpoint } from '../../lib/http/define-endpoint.ts';
import { assertIfMatch } from '../../lib/http/if-match.ts';
import { loadOr404 } from '../../lib/http/load-or-404.ts';
import { contentWrites, loadContent, savedContent } from '../../lib/table/contents.ts';
import { loadDefaultAccounts } from '../../lib/table/default-accounts.ts';
import { loadWorkspaceSettings } from '../../lib/table/workspace-settings.ts';
import { contentInPath } from '../../lib/use-cases/content-prefetch.ts';
import { contentResponse } from '../../lib/use-cases/content-response.ts';

const prefetching = { ...operation, prefetch: contentInPath };

/** Publish a content item again to the targets that failed permanently. */
export const handler = defineEndpoint(prefetching, async ({ caller, params, newId, nowMs, context }) => {
  const content = await loadOr404('content', params.id, (id) => loadContent(caller.workspace.id, id));
  assertIfMatch(context, content);
  const before = { content, entries: [] };
  const [defaultAccounts, settings] = await Promise.all([
    loadDefaultAccounts(caller.workspace.id, content.platforms),
    loadWorkspaceSettings(caller.workspace.id),
  ]);
  const entryIds = destinationsOf(content).map(() => newId('entry'));
  const ids = { groupId: newId('group'), entryIds, defaultAccounts };
  const next = retryFailed(content, ids, Date.now());
  assertApproved(content, settings);
  const response = await contentResponse(savedContent(before, next), nowMs);
  return { status: 202, ...response, writes: contentWrites(before, next) };
});
