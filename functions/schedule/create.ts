import { loadDefaultAccounts } from '../../lib/accounts/store/default-accounts.ts';
import { operation } from '../../lib/content/api/schedule/create.ts';
import { selectDestinations } from '../../lib/content/rules/content-targets.ts';
import { assertPublishable } from '../../lib/content/rules/content-validation.ts';
import { readableTitle } from '../../lib/content/rules/readable-texts.ts';
import { toEntryView } from '../../lib/content/rules/schedule-entry.ts';
import { parseScheduledAt, scheduleTargets } from '../../lib/content/rules/scheduling.ts';
import { publishingStatesOf } from '../../lib/content/steps/content-prefetch.ts';
import { loadWarnings } from '../../lib/content/steps/publish-warnings.ts';
import { contentWrites, loadContentState } from '../../lib/content/store/contents.ts';
import { loadOr404 } from '../../lib/core/http/load-or-404.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import type { Platform } from '../../lib/platforms/facts/platform.ts';

const prefetching = { ...operation, prefetch: publishingStatesOf };

/** Schedule a content item: one entry per target. */
export const handler = defineEndpoint(prefetching, async ({ caller, body, nowMs, newId }) => {
  const time = parseScheduledAt(body.scheduled_at, '/scheduled_at', nowMs);
  const workspaceId = caller.workspace.id;
  const { content_id, platforms = [], accounts = [] } = body;
  const state = await loadOr404('content', content_id, (id) => loadContentState(workspaceId, id));
  const defaultAccounts = await loadDefaultAccounts(workspaceId, state.content.platforms);
  const destinations = selectDestinations(state.content, { platforms, accounts }, defaultAccounts);
  const ids = { groupId: newId('group'), entryIds: destinations.map(() => newId('entry')), defaultAccounts };
  const next = scheduleTargets(state.content, destinations, time, ids, Date.now());
  const scheduled = [...new Set(next.entries.map(({ platform }) => platform))];
  const pointerOf = (platform: Platform) => {
    const index = platforms.indexOf(platform);
    if (index >= 0) return `/platforms/${index}`;
    return `/accounts/${accounts.indexOf(next.entries.find((each) => each.platform === platform)?.account_id ?? '')}`;
  };
  assertPublishable(state.content, scheduled, { isDraft: false, pointerOf });
  const targets = next.entries.map(({ platform, account_id }) => ({
    platform,
    accountId: account_id,
    scheduledAt: time,
  }));
  return {
    status: 201,
    body: {
      schedule_id: next.entries[0]!.id,
      status: 'scheduled',
      platforms: scheduled,
      content_id: state.content.id,
      scheduled_at: time,
      group_id: ids.groupId,
      entries: next.entries.map((entry) => toEntryView(entry, readableTitle(state.content, caller))),
      warnings: await loadWarnings(workspaceId, state.content, targets, nowMs),
    },
    writes: contentWrites(state, next),
    idempotencyKeepUntilMs: Date.parse(time),
  };
});
