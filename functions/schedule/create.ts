import { loadDefaultAccounts } from '../../lib/accounts/store/default-accounts.ts';
import { operation } from '../../lib/content/api/schedule/create.ts';
import { agentOf } from '../../lib/content/rules/agent-draft.ts';
import { selectDestinations } from '../../lib/content/rules/content-targets.ts';
import { assertPublishable } from '../../lib/content/rules/content-validation.ts';
import { slotOf } from '../../lib/content/rules/queue-slot.ts';
import { readableTitle } from '../../lib/content/rules/readable-texts.ts';
import { withReconnectedAccounts } from '../../lib/content/rules/reconnected-accounts.ts';
import { recordLostApproval } from '../../lib/content/rules/required-approval.ts';
import { toEntryView } from '../../lib/content/rules/schedule-entry.ts';
import { toLocalView } from '../../lib/content/rules/scheduled-local.ts';
import { scheduleTargets, unscheduledDestinations } from '../../lib/content/rules/scheduling.ts';
import { publishingStatesOf } from '../../lib/content/steps/content-prefetch.ts';
import { publicationTimeOf } from '../../lib/content/steps/publication-time.ts';
import { loadWarnings } from '../../lib/content/steps/publish-warnings.ts';
import { loadReconnectedOf } from '../../lib/content/steps/reconnected-accounts.ts';
import { contentWrites, loadContentState } from '../../lib/content/store/contents.ts';
import { loadOr404 } from '../../lib/core/http/load-or-404.ts';
import { claimContent } from '../../lib/duplicates/steps/claim-content.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { loadWorkspaceSettings } from '../../lib/identity/store/workspace-settings.ts';
import { withLinkRulesAfter } from '../../lib/link-rules/store/applied-link-rules.ts';
import { prefetchLinkRules } from '../../lib/link-rules/store/link-rules.ts';
import type { Platform } from '../../lib/platforms/platform.ts';
import { assertNotQueued, claimSlot, withSlot } from '../../lib/queues/steps/claim-slot.ts';
import { slotWrites } from '../../lib/queues/steps/slot-writes.ts';

const prefetching = { ...operation, prefetch: prefetchLinkRules(publishingStatesOf) };

/** Schedule a content item: one entry per target. */
export const handler = defineEndpoint(prefetching, async ({ caller, body, nowMs, newId }) => {
  const workspaceId = caller.workspace.id;
  const { scheduled_at: asked } = body;
  const given = asked === undefined ? null : await publicationTimeOf(workspaceId, asked, nowMs);
  const { content_id, platforms = [], accounts = [] } = body;
  const before = await loadOr404('content', content_id, (id) => loadContentState(workspaceId, id));
  if (body.queue !== undefined) assertNotQueued(before.content);
  const slot = await claimSlot(workspaceId, body, before.content.id, nowMs);
  // The schema requires one of the two.
  const { at: scheduledAt, local } = slot ? { at: slot.slotAt, local: slot.local } : given!;
  const [defaultAccounts, settings, reconnected] = await Promise.all([
    loadDefaultAccounts(workspaceId, before.content.platforms),
    loadWorkspaceSettings(workspaceId),
    loadReconnectedOf(before.content, unscheduledDestinations(before.content)),
  ]);
  const content = withReconnectedAccounts(before.content, reconnected);
  const named = accounts.map((id) => reconnected.get(id) ?? id);
  const destinations = selectDestinations(content, { platforms, accounts: named }, defaultAccounts);
  const ids = { groupId: newId('group'), entryIds: destinations.map(() => newId('entry')), defaultAccounts };
  const planned = withSlot(scheduleTargets(content, destinations, scheduledAt, ids, Date.now(), local), slot);
  const editor = { editedBy: caller.userId, agent: agentOf(caller) };
  const added = await withLinkRulesAfter(content, planned, { editor }, nowMs);
  const terms = { caller, allowDuplicate: body.allow_duplicate, settings, defaults: defaultAccounts, nowMs };
  const scheduled = [...new Set(added.entries.map(({ platform }) => platform))];
  const pointerOf = (platform: Platform) => {
    const index = platforms.indexOf(platform);
    if (index >= 0) return `/platforms/${index}`;
    return `/accounts/${named.indexOf(added.entries.find((each) => each.platform === platform)?.account_id ?? '')}`;
  };
  assertPublishable(content, scheduled, { isDraft: false, pointerOf });
  const changed = { ...added, content: recordLostApproval(content, added.content, settings) };
  const { state: next, claims } = await claimContent(content, changed, terms);
  const targets = next.entries.map(({ platform, account_id }) => ({
    platform,
    accountId: account_id,
    ...{ scheduledAt, scheduledLocal: local },
  }));
  const { warnings, halts } = await loadWarnings(workspaceId, content, targets, nowMs);
  return {
    status: 201,
    body: {
      schedule_id: next.entries[0]!.id,
      status: 'scheduled',
      platforms: scheduled,
      content_id: content.id,
      scheduled_at: scheduledAt,
      scheduled_local: toLocalView(local),
      group_id: ids.groupId,
      entries: next.entries.map((entry) =>
        toEntryView(entry, readableTitle(content, caller), halts, slotOf(next.content, entry)),
      ),
      warnings,
    },
    writes: [...claims, ...contentWrites(before, next), ...(await slotWrites(before.content, next.content, slot))],
    idempotencyKeepUntilMs: Date.parse(scheduledAt),
  };
});
