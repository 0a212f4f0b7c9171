import { contentData } from '../../lib/domain/events.ts';
import { PLATFORMS } from '../../lib/domain/platform.ts';
import { retryFailed } from '../../lib/domain/scheduling.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { found } from '../../lib/http/found.ts';
import { contentWrites, loadContent } from '../../lib/table/content.ts';

/** Publishes an item again where it failed for good, and nowhere else. */
export const handler = endpoint('content.retry', async ({ caller, params, nowMs, newId }) => {
  const content = await found('content', params.id, (id) => loadContent(caller.workspace.id, id));
  const ids = { groupId: newId('group'), entryIds: PLATFORMS.map(() => newId('entry')) };
  const next = retryFailed(content, ids, nowMs);
  return {
    status: 202,
    body: contentData(next.content),
    change: contentWrites({ content, entries: [] }, next),
  };
});
