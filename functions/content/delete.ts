import { operation } from '../../lib/content/api/content/delete.ts';
import { cancelPending } from '../../lib/content/rules/cancellation.ts';
import { assertDeletable } from '../../lib/content/rules/content-update.ts';
import { OPEN_ENTRY_STATUSES } from '../../lib/content/rules/schedule-entry.ts';
import { deleteContentWrites, loadContentState } from '../../lib/content/store/contents.ts';
import { loadOr404 } from '../../lib/core/http/load-or-404.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { assertIfMatch } from '../../lib/identity/pipeline/if-match.ts';
import { itemInPath } from '../../lib/identity/pipeline/prefetch.ts';
import { endWithoutItem } from '../../lib/publishing/rules/publish-transitions.ts';

const prefetching = { ...operation, prefetch: itemInPath('content', 'Content') };

const ENDED_STATUSES = [...OPEN_ENTRY_STATUSES, 'unconfirmed'] as const;

/** Delete a content item, cancel its pending entries and end the others. Published posts stay on their platforms. */
export const handler = defineEndpoint(prefetching, async ({ caller, params, nowMs, context }) => {
  const state = await loadOr404('content', params.id, (id) =>
    loadContentState(caller.workspace.id, id, ENDED_STATUSES),
  );
  assertIfMatch(context, state.content);
  assertDeletable(state);
  const cancelled = cancelPending(state, 'cancelled', nowMs);
  const ended = state.entries
    .filter(({ state }) => state === 'continuing' || state === 'unconfirmed')
    .map((entry) => endWithoutItem(entry, nowMs));
  const deleted = { ...cancelled, entries: [...cancelled.entries, ...ended] };
  return {
    status: 200,
    body: {
      success: true,
      message: `Content ${state.content.id} is deleted; ${cancelled.entries.length} pending entries were cancelled.`,
    },
    writes: deleteContentWrites(state, deleted),
  };
});
