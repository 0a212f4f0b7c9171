import { loadDefaultAccounts } from '../../lib/accounts/store/default-accounts.ts';
import { operation } from '../../lib/content/api/content/update.ts';
import { agentOf, assertAgentDraft, assertAgentMayEdit } from '../../lib/content/rules/agent-draft.ts';
import { assertApproved } from '../../lib/content/rules/approval.ts';
import { destinationsOf } from '../../lib/content/rules/content-targets.ts';
import { updateContent } from '../../lib/content/rules/content-update.ts';
import { recordLostApproval } from '../../lib/content/rules/required-approval.ts';
import { parseScheduledAt } from '../../lib/content/rules/scheduling.ts';
import { claimContent } from '../../lib/content/steps/claim-content.ts';
import { contentInPath } from '../../lib/content/steps/content-prefetch.ts';
import { contentResponse } from '../../lib/content/steps/content-response.ts';
import { loadDestinations } from '../../lib/content/steps/named-accounts.ts';
import { loadRequestedMedia } from '../../lib/content/steps/requested-media.ts';
import { waitForPublish } from '../../lib/content/steps/wait-for-publish.ts';
import { contentWrites, loadContentState, savedContent } from '../../lib/content/store/contents.ts';
import { loadOr404 } from '../../lib/core/http/load-or-404.ts';
import { assertAnyPermission } from '../../lib/identity/pipeline/authorize.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { assertIfMatch } from '../../lib/identity/pipeline/if-match.ts';
import { loadWorkspaceSettings } from '../../lib/identity/store/workspace-settings.ts';

const prefetching = { ...operation, prefetch: contentInPath };

/** Update the fields, time or status of a content item; `published` publishes now and waits. */
export const handler = defineEndpoint(prefetching, async ({ caller, params, body, nowMs, newId, context }) => {
  const publishes = body.status === 'published';
  // A caller with only `content:publish` may send the status and no other field.
  if (!publishes || Object.keys(body).length > 1) assertAnyPermission(caller, ['content:write']);
  const reader = { permissions: caller.permissions, sent: Object.keys(body) };
  const workspaceId = caller.workspace.id;
  const files = await loadRequestedMedia(workspaceId, body);
  const state = await loadOr404('content', params.id, (id) => loadContentState(workspaceId, id));
  assertIfMatch(context, state.content);
  assertAgentMayEdit(caller, state.content);
  const time =
    body.scheduled_at === undefined ? undefined : parseScheduledAt(body.scheduled_at, '/scheduled_at', nowMs);
  const platforms = body.platforms ?? state.content.platforms;
  const named = body.accounts && (await loadDestinations(workspaceId, { platforms, accounts: body.accounts })).accounts;
  const [defaultAccounts, settings] = await Promise.all([
    loadDefaultAccounts(workspaceId, platforms),
    loadWorkspaceSettings(workspaceId),
  ]);
  const entryIds = destinationsOf({ platforms, accounts: named ?? state.content.accounts }).map(() => newId('entry'));
  const ids = { groupId: newId('group'), entryIds, defaultAccounts };
  // The item is read now; the request may have waited before.
  const editor = { editedBy: caller.userId, agent: agentOf(caller) };
  const change = { ...body, ...files, accounts: named, scheduled_at: time, ...editor };
  assertAgentDraft(caller, body, { platforms, accounts: named ?? state.content.accounts });
  const updated = updateContent(state, change, ids, Date.now());
  const next = updated && { ...updated, content: recordLostApproval(state.content, updated.content, settings) };
  if (publishes && next) assertApproved(next.content, settings);
  const claims = next ? await claimContent(next.content, { isNew: false, defaults: defaultAccounts }, nowMs) : [];
  const writes = next ? [...claims, ...contentWrites(state, next)] : [];
  if (publishes && (next || state.content.status === 'publishing')) {
    return { status: 200, body: null, writes, afterCommit: () => waitForPublish(state.content.id, reader, settings) };
  }
  const item = next ? savedContent(state, next) : state.content;
  return {
    status: 200,
    ...(await contentResponse(item, reader, nowMs, { settings })),
    writes,
    agentUse: { drafts: 1 },
  };
});
