import { loadOr404 } from '../../lib/core/http/load-or-404.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { itemInPath } from '../../lib/identity/pipeline/prefetch.ts';
import { operation } from '../../lib/queues/api/queues/delete.ts';
import { queueEntity } from '../../lib/queues/entities/queues.ts';
import { assertNoPosts } from '../../lib/queues/rules/queue-posts.ts';
import { deleteQueueWrites, loadQueue } from '../../lib/queues/store/queues.ts';

const prefetching = { ...operation, prefetch: itemInPath('queue', queueEntity) };

/** Delete a queue in which no post waits. */
export const handler = defineEndpoint(prefetching, async ({ caller, params, nowMs }) => {
  const queue = await loadOr404('queue', params.id, (id) => loadQueue(caller.workspace.id, id));
  assertNoPosts(queue, nowMs);
  return {
    status: 200,
    body: { success: true, message: `Queue ${queue.id} is deleted.` },
    writes: deleteQueueWrites(queue),
  };
});
