import { PLATFORMS } from '../../lib/domain/platform.ts';
import { retryFailed } from '../../lib/domain/scheduling.ts';
import { contentReply } from '../../lib/http/content-reply.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { found } from '../../lib/http/found.ts';
import { requireMatch } from '../../lib/http/precondition.ts';
import { contentWrites, loadContent, writtenContent } from '../../lib/table/content.ts';

/** Publishes an item again where it failed for good, and nowhere else. */
export const handler = endpoint('content.retry', async ({ caller, params, nowMs, newId, call }) => {
  const content = await found('content', params.id, (id) => loadContent(caller.workspace.id, id));
  requireMatch(call, content);
  const before = { content, entries: [] };
  const ids = { groupId: newId('group'), entryIds: PLATFORMS.map(() => newId('entry')) };
  const next = retryFailed(content, ids, nowMs);
  return {
    status: 202,
    ...contentReply(writtenContent(before, next)),
    change: contentWrites(before, next),
  };
});
