import { operation } from '../../lib/content/api/content/delete.ts';
import { assertDeletable } from '../../lib/content/rules/content-update.ts';
import { cancelPending } from '../../lib/content/rules/scheduling.ts';
import { deleteContentWrites, loadContentState } from '../../lib/content/store/contents.ts';
import { loadOr404 } from '../../lib/core/http/load-or-404.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { assertIfMatch } from '../../lib/identity/pipeline/if-match.ts';
import { itemInPath } from '../../lib/identity/pipeline/prefetch.ts';
import { endWithoutItem } from '../../lib/publishing/rules/publish-transitions.ts';

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
