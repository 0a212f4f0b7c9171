import { refuseToDelete } from '../../lib/domain/content-editing.ts';
import { cancelPending } from '../../lib/domain/scheduling.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { found } from '../../lib/http/found.ts';
import { requireMatch } from '../../lib/http/precondition.ts';
import { contentRemoval, loadContentState } from '../../lib/table/content.ts';

/** Deletes an item and cancels what is pending of it; what is on a platform stays there. */
export const handler = endpoint('content.delete', async ({ caller, params, nowMs, call }) => {
  const state = await found('content', params.id, (id) => loadContentState(caller.workspace.id, id));
  requireMatch(call, state.content);
  refuseToDelete(state.content);
  const cancelled = cancelPending(state, 'cancelled', nowMs);
  return {
    status: 200,
    body: {
      success: true,
      message: `Content ${state.content.id} is deleted; ${cancelled.entries.length} pending entries were cancelled.`,
    },
    change: contentRemoval(state, cancelled),
  };
});
