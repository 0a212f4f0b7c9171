import { operation } from '../../lib/content/api/content/create.ts';
import { assertAgentDraft } from '../../lib/content/rules/agent-draft.ts';
import { destinationsOf } from '../../lib/content/rules/content-targets.ts';
import { newContent } from '../../lib/content/rules/content-update.ts';
import { assertPublishable } from '../../lib/content/rules/content-validation.ts';
import { TEXT_FIELDS } from '../../lib/content/rules/readable-texts.ts';
import { parseScheduledAt, schedule } from '../../lib/content/rules/scheduling.ts';
import { claimContent } from '../../lib/content/steps/claim-content.ts';
import { publishingStatesOf } from '../../lib/content/steps/content-prefetch.ts';
import { contentResponse } from '../../lib/content/steps/content-response.ts';
import { loadDestinations } from '../../lib/content/steps/named-accounts.ts';
import { loadRequestedMedia } from '../../lib/content/steps/requested-media.ts';
import { contentWrites } from '../../lib/content/store/contents.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { agentKeyOf } from '../../lib/identity/rules/agent-key.ts';

const prefetching = { ...operation, prefetch: publishingStatesOf };

/** Create a content item, and schedule it for all its platforms when `scheduled_at` is given. */
export const handler = defineEndpoint(prefetching, async ({ caller, body, nowMs, newId }) => {
  const owner = {
    ...{ id: newId('content'), workspaceId: caller.workspace.id, userId: caller.userId },
    agentKey: agentKeyOf(caller),
  };
  const [{ accounts, states }, files] = await Promise.all([
    loadDestinations(owner.workspaceId, body),
    loadRequestedMedia(owner.workspaceId, body),
  ]);
  const content = newContent({ ...body, ...files, accounts }, owner, nowMs);
  assertAgentDraft(caller, body, content);
  assertPublishable(content, content.platforms, { isDraft: body.scheduled_at === undefined });
  const entryIds = destinationsOf(content).map(() => newId('entry'));
  const ids = { groupId: newId('group'), entryIds, defaultAccounts: states.defaults };
  const time = body.scheduled_at === undefined ? null : parseScheduledAt(body.scheduled_at, '/scheduled_at', nowMs);
  const state = time ? schedule(content, body.platforms, time, ids, nowMs) : { content, entries: [] };
  // Every text of a new item comes from the request.
  const reader = { permissions: caller.permissions, sent: TEXT_FIELDS };
  const claims = await claimContent(state.content, { isNew: true, defaults: states.defaults }, nowMs);
  const { headers, body: item } = await contentResponse(state.content, reader, nowMs, { states });
  return {
    status: 201,
    headers: { location: `/v1/content/${content.id}`, ...headers },
    body: item,
    writes: [...claims, ...contentWrites(null, state)],
    agentUse: { drafts: 1 },
    ...(time ? { idempotencyKeepUntilMs: Date.parse(time) } : {}),
  };
});
