import { loadOr404 } from '../../lib/core/http/load-or-404.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { itemInPath } from '../../lib/identity/pipeline/prefetch.ts';
import { operation } from '../../lib/queues/api/queues/get.ts';
import { queueEntity } from '../../lib/queues/entities/queues.ts';
import { toQueueView } from '../../lib/queues/rules/queue-view.ts';
import { loadQueue } from '../../lib/queues/store/queues.ts';

const prefetching = { ...operation, prefetch: itemInPath('queue', queueEntity) };

/** Retrieve a queue. */
export const handler = defineEndpoint(prefetching, async ({ caller, params, nowMs }) => {
  const queue = await loadOr404('queue', params.id, (id) => loadQueue(caller.workspace.id, id));
  return { status: 200, body: toQueueView(queue, nowMs) };
});
