import { loadNamedAccounts } from '../../lib/content/steps/named-accounts.ts';
import { loadOr404 } from '../../lib/core/http/load-or-404.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { itemInPath } from '../../lib/identity/pipeline/prefetch.ts';
import { operation } from '../../lib/queues/api/queues/update.ts';
import { queueEntity } from '../../lib/queues/entities/queues.ts';
import { pauseQueue, resumeQueue } from '../../lib/queues/rules/claim-slot.ts';
import { editQueue } from '../../lib/queues/rules/queue.ts';
import { toQueueView } from '../../lib/queues/rules/queue-view.ts';
import { loadQueue, queueWrites } from '../../lib/queues/store/queues.ts';

const prefetching = { ...operation, prefetch: itemInPath('queue', queueEntity) };

/** Update the settings of a queue, pause it or resume it. */
export const handler = defineEndpoint(prefetching, async ({ caller, params, body, nowMs }) => {
  const { paused, ...settings } = body;
  const before = await loadOr404('queue', params.id, (id) => loadQueue(caller.workspace.id, id));
  await loadNamedAccounts(caller.workspace.id, settings.accounts ?? []);
  const edited = editQueue(before, settings, nowMs);
  // The clock is read now: the request may have waited.
  const turned = paused === undefined ? edited : (paused ? pauseQueue : resumeQueue)(edited, Date.now());
  return {
    status: 200,
    body: toQueueView(turned, nowMs),
    writes: turned === before ? [] : queueWrites(before, turned),
  };
});
