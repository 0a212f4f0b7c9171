import { operation } from '../../lib/content/api/schedule/cancel.ts';
import { scheduleEntryEntity } from '../../lib/content/entities/schedule-entries.ts';
import { cancelEntry } from '../../lib/content/rules/schedule/cancellation.ts';
import { contentWrites, loadContentState } from '../../lib/content/store/contents.ts';
import { loadEntry } from '../../lib/content/store/schedule-entries.ts';
import { loadOr404 } from '../../lib/core/http/load-or-404.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { itemInPath } from '../../lib/identity/pipeline/prefetch.ts';
import { slotWrites } from '../../lib/queues/steps/slot-writes.ts';

const prefetching = { ...operation, prefetch: itemInPath('entry', scheduleEntryEntity) };

/** Cancel a pending schedule entry. */
export const handler = defineEndpoint(prefetching, async ({ caller, params }) => {
  const workspaceId = caller.workspace.id;
  const entry = await loadOr404('entry', params.id, (id) => loadEntry(workspaceId, id));
  const state = await loadContentState(workspaceId, entry.content_id);
  const next = cancelEntry(state, entry, Date.now());
  const slots = state && next ? await slotWrites(state.content, next.content) : [];
  return {
    status: 200,
    body: { success: true, message: `Schedule entry ${entry.id} is cancelled.` },
    writes: state && next ? [...contentWrites({ ...state, entries: [entry] }, next), ...slots] : [],
  };
});
