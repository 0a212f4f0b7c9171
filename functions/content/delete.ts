import { operation } from '../../lib/api/content/delete.ts';
import { assertDeletable } from '../../lib/domain/content/content-update.ts';
import { endWithoutItem } from '../../lib/domain/content/publish-transitions.ts';
import { cancelPending } from '../../lib/domain/content/scheduling.ts';
import { defineEndpoint } from '../../lib/http/define-endpoint.ts';
import { assertIfMatch } from '../../lib/http/if-match.ts';
import { loadOr404 } from '../../lib/http/load-or-404.ts';
import { itemInPath } from '../../lib/http/prefetch.ts';
import { deleteContentWrites, loadContentState } from '../../lib/table/contents.ts';

const prefetching = { ...operation, prefetch: itemInPath('content', 'Content') };

/** Delete a content item and cancel its pending entries. Published posts stay on their platforms. */
export const handler = defineEndpoint(prefetching, async ({ caller, params, nowMs, context }) => {
  const state = await loadOr404('content', params.id, (id) => loadContentState(caller.workspace.id, id));
  assertIfMatch(context, state.content);
  assertDeletable(state);
  const cancelled = cancelPending(state, 'cancelled', nowMs);
  const interrupted = state.entries.filter((entry) => entry.state === 'continuing').map(endWithoutItem);
  const deleted = { ...cancelled, entries: [...cancelled.entries, ...interrupted] };
  return {
    status: 200,
    body: {
      success: true,
      message: `Content ${state.content.id} is deleted; ${cancelled.entries.length} pending entries were cancelled.`,
    },
    writes: deleteContentWrites(state, deleted),
  };
});
