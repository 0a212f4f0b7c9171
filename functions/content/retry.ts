import { loadDefaultAccounts } from '../../lib/accounts/store/default-accounts.ts';
import { operation } from '../../lib/content/api/content/retry.ts';
import { retryableDestinations } from '../../lib/content/rules/actions/content-actions.ts';
import { assertApproved } from '../../lib/content/rules/approval/approval.ts';
import { destinationsOf } from '../../lib/content/rules/content-targets.ts';
import { retryFailed } from '../../lib/content/rules/schedule/scheduling.ts';
import { contentInPath } from '../../lib/content/steps/content-prefetch.ts';
import { contentResponse } from '../../lib/content/steps/content-response.ts';
import { loadReconnectedOf } from '../../lib/content/steps/reconnected-accounts.ts';
import { contentWrites, loadContent, savedContent } from '../../lib/content/store/contents.ts';
import { loadOr404 } from '../../lib/core/http/load-or-404.ts';
import { claimContent } from '../../lib/duplicates/steps/claim-content.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { assertIfMatch } from '../../lib/identity/pipeline/if-match.ts';
import { loadWorkspaceSettings } from '../../lib/identity/store/workspace-settings.ts';

const prefetching = { ...operation, prefetch: contentInPath };

/** Publish a content item again to the targets that failed permanently. */
export const handler = defineEndpoint(prefetching, async ({ caller, params, body, newId, nowMs, context }) => {
  const content = await loadOr404('content', params.id, (id) => loadContent(caller.workspace.id, id));
  assertIfMatch(context, content);
  const before = { content, entries: [] };
  const [defaultAccounts, reconnected, settings] = await Promise.all([
    loadDefaultAccounts(caller.workspace.id, content.platforms),
    loadReconnectedOf(content, retryableDestinations(content)),
    loadWorkspaceSettings(caller.workspace.id),
  ]);
  const entryIds = destinationsOf(content).map(() => newId('entry'));
  const ids = { groupId: newId('group'), entryIds, defaultAccounts, reconnected };
  const retried = retryFailed(content, ids, Date.now());
  assertApproved(retried.content, settings);
  const terms = { caller, allowDuplicate: body.allow_duplicate, settings, defaults: defaultAccounts, nowMs };
  const { state: next, claims } = await claimContent(content, retried, terms);
  const response = await contentResponse(savedContent(before, next), caller, nowMs, { settings });
  return { status: 202, ...response, writes: [...claims, ...contentWrites(before, next)] };
});
