import { operation } from '../../lib/content/api/content/delete.ts';
import { contentEntity } from '../../lib/content/entities/contents.ts';
import { loadContentState } from '../../lib/content/store/contents.ts';
import { loadOr404 } from '../../lib/core/http/load-or-404.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { assertIfMatch } from '../../lib/identity/pipeline/if-match.ts';
import { itemInPath } from '../../lib/identity/pipeline/prefetch.ts';
import { deletionOf, ENDED_STATUSES } from '../../lib/planning/steps/delete-item.ts';

const prefetching = { ...operation, prefetch: itemInPath('content', contentEntity) };

/** Delete a content item, cancel its pending entries and end the others. Published posts stay on their platforms. */
export const handler = defineEndpoint(prefetching, async ({ caller, params, nowMs, context }) => {
  const state = await loadOr404('content', params.id, (id) =>
    loadContentState(caller.workspace.id, id, ENDED_STATUSES),
  );
  assertIfMatch(context, state.content);
  const { cancelled, writes } = await deletionOf(state, nowMs);
  return {
    status: 200,
    body: {
      success: true,
      message: `Content ${state.content.id} is deleted; ${cancelled} pending entries were cancelled.`,
    },
    writes,
  };
});
