import { cancelEntry } from '../../lib/domain/scheduling.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { found } from '../../lib/http/found.ts';
import { contentWrites, loadContentState } from '../../lib/table/content.ts';
import { loadEntry } from '../../lib/table/entry.ts';

/** Cancels a pending entry. */
export const handler = endpoint('schedule.cancel', async ({ caller, params, nowMs }) => {
  const workspaceId = caller.workspace.id;
  const entry = await found('entry', params.id, (id) => loadEntry(workspaceId, id));
  const state = await loadContentState(workspaceId, entry.content_id);
  const next = cancelEntry(state, entry, nowMs);
  return {
    status: 200,
    body: { success: true, message: `Schedule entry ${entry.id} is cancelled.` },
    change: state && next ? contentWrites({ ...state, entries: [entry] }, next) : [],
  };
});
