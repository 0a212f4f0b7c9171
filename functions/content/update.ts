import { loadDefaultAccounts } from '../../lib/accounts/store/default-accounts.ts';
import { operation } from '../../lib/content/api/content/update.ts';
import { agentOf, assertAgentDraft, assertAgentMayEdit } from '../../lib/content/rules/agent-draft.ts';
import { assertApproved } from '../../lib/content/rules/approval.ts';
import { destinationsOf, pendingTargets } from '../../lib/content/rules/content-targets.ts';
import { updateContent } from '../../lib/content/rules/content-update.ts';
import { assertFewWrites } from '../../lib/content/rules/labels.ts';
import { withReconnectedAccounts } from '../../lib/content/rules/reconnected-accounts.ts';
import { recordLostApproval } from '../../lib/content/rules/required-approval.ts';
import { unscheduledDestinations } from '../../lib/content/rules/scheduling.ts';
import { changedTitle } from '../../lib/content/rules/text-alias.ts';
import { acceptText } from '../../lib/content/steps/accept-text.ts';
import { contentInPath } from '../../lib/content/steps/content-prefetch.ts';
import { contentResponse } from '../../lib/content/steps/content-response.ts';
import { loadDestinations } from '../../lib/content/steps/named-accounts.ts';
import { publicationTimeOf } from '../../lib/content/steps/publication-time.ts';
import { loadReconnectedOf } from '../../lib/content/steps/reconnected-accounts.ts';
import { requestedLabels } from '../../lib/content/steps/requested-labels.ts';
import { loadRequestedMedia } from '../../lib/content/steps/requested-media.ts';
import { waitForPublish } from '../../lib/content/steps/wait-for-publish.ts';
import { contentWrites, loadContentState, savedContent } from '../../lib/content/store/contents.ts';
import { loadOr404 } from '../../lib/core/http/load-or-404.ts';
import { claimContent } from '../../lib/duplicates/steps/claim-content.ts';
import { assertAnyPermission } from '../../lib/identity/pipeline/authorize.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { assertIfMatch } from '../../lib/identity/pipeline/if-match.ts';
import { loadWorkspaceSettings } from '../../lib/identity/store/workspace-settings.ts';
import { withLinkRulesAfter } from '../../lib/link-rules/store/applied-link-rules.ts';
import { prefetchLinkRules } from '../../lib/link-rules/store/link-rules.ts';
import { assertNoOtherStatus, claimSlot, hasSlot, withSlot } from '../../lib/queues/steps/claim-slot.ts';
import { assertProposedQueue } from '../../lib/queues/steps/proposed-queue.ts';
import { slotWrites } from '../../lib/queues/steps/slot-writes.ts';
import { applyTemplates } from '../../lib/templates/rules/apply-templates.ts';
import { loadNamedTemplates, namedAccountIds } from '../../lib/templates/steps/named-templates.ts';

const prefetching = { ...operation, prefetch: prefetchLinkRules(contentInPath) };

/** Update the fields, time or status of a content item; `published` publishes now and waits. */
export const handler = defineEndpoint(
  prefetching,
  acceptText(async ({ caller, params, body, sent, nowMs, newId, context }) => {
    const publishes = body.status === 'published';
    // A caller with only `content:publish` may send the status and no other field.
    if (!publishes || Object.keys(body).length > 1) assertAnyPermission(caller, ['content:write']);
    const reader = { permissions: caller.permissions, sent: Object.keys(body) };
    const workspaceId = caller.workspace.id;
    const [files, labels] = await Promise.all([
      loadRequestedMedia({ workspaceId, agent: caller.agent }, body),
      requestedLabels(body, { workspaceId, userId: caller.userId, agent: caller.agent }, newId, nowMs),
    ]);
    const before = await loadOr404('content', params.id, (id) => loadContentState(workspaceId, id));
    assertIfMatch(context, before.content);
    assertAgentMayEdit(caller, before.content);
    assertNoOtherStatus(body);
    const claim = await claimSlot(workspaceId, body, params.id!, nowMs);
    // Of a paused queue, it is the slot that the post has and is held in.
    const slot = claim?.queue.paused ? null : claim;
    const { scheduled_at: asked } = body;
    const isPlanned = publishes || asked !== undefined || body.queue !== undefined;
    const planned = isPlanned ? unscheduledDestinations(before.content) : [];
    const reconnected = await loadReconnectedOf(before.content, planned);
    const state = { ...before, content: withReconnectedAccounts(before.content, reconnected) };
    const pending = pendingTargets(state.content);
    const given = asked === undefined ? undefined : await publicationTimeOf(workspaceId, asked, nowMs, { pending });
    const time = slot ? { at: slot.slotAt, local: slot.local } : given;
    const platforms = body.platforms ?? state.content.platforms;
    const title = changedTitle(sent, state.content);
    const templates = await loadNamedTemplates(caller, { ...body, title });
    const accounts = namedAccountIds(body, templates, platforms)?.map((id) => reconnected.get(id) ?? id);
    const { accounts: kept } = state.content;
    const named = accounts && (await loadDestinations(workspaceId, { platforms, accounts, kept })).accounts;
    const completed = applyTemplates({ ...body, title, ...files }, templates, { platforms, current: state.content });
    const [defaultAccounts, settings] = await Promise.all([
      loadDefaultAccounts(workspaceId, platforms),
      loadWorkspaceSettings(workspaceId),
    ]);
    const entryIds = destinationsOf({ platforms, accounts: named ?? state.content.accounts }).map(() => newId('entry'));
    const ids = { groupId: newId('group'), entryIds, defaultAccounts };
    // The item is read now; the request may have waited before.
    const editor = { editedBy: caller.userId, agent: agentOf(caller) };
    const change = {
      ...body,
      title,
      ...files,
      ...completed,
      ...labels.fields,
      accounts: named,
      scheduled_at: time?.at,
      scheduled_local: time?.local,
      ...editor,
    };
    assertAgentDraft(caller, body, { platforms, accounts: named ?? state.content.accounts });
    await assertProposedQueue(caller, body.metadata, state.content.metadata);
    const edited = updateContent(state, change, ids, Date.now());
    const isPlaced = edited === null && slot !== null && hasSlot(state.content, slot);
    const placed = slot && !isPlaced ? withSlot(edited ?? { ...state, entries: [] }, slot) : edited;
    const updated =
      placed && (await withLinkRulesAfter(state.content, placed, { editor, created: labels.created }, nowMs));
    const changed = updated && { ...updated, content: recordLostApproval(state.content, updated.content, settings) };
    if (publishes && changed) assertApproved(changed.content, settings);
    const terms = { caller, allowDuplicate: body.allow_duplicate, settings, defaults: defaultAccounts, nowMs };
    const claimed = changed && (await claimContent(state.content, changed, terms));
    const next = claimed?.state ?? null;
    const slots = next ? await slotWrites(state.content, next.content, slot) : [];
    const writes = claimed
      ? [...labels.writes, ...claimed.claims, ...contentWrites(before, claimed.state), ...slots]
      : [];
    if (labels.writes.length > 0) assertFewWrites(writes.length);
    if (publishes && (next || state.content.status === 'publishing')) {
      return { status: 200, body: null, writes, afterCommit: () => waitForPublish(state.content.id, reader, settings) };
    }
    const item = next ? savedContent(before, next) : before.content;
    return {
      status: 200,
      ...(await contentResponse(item, reader, nowMs, { settings }, labels.created)),
      writes,
      agentUse: { drafts: 1 },
    };
  }),
);
