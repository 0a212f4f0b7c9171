import { loadNamedAccounts } from '../../lib/content/steps/named-accounts.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { loadWorkspaceSettings } from '../../lib/identity/store/workspace-settings.ts';
import { operation } from '../../lib/queues/api/queues/create.ts';
import { newQueue } from '../../lib/queues/rules/queue.ts';
import { toQueueView } from '../../lib/queues/rules/queue-view.ts';
import { newQueueWrites } from '../../lib/queues/store/queues.ts';

/** Create a queue with weekly slots. */
export const handler = defineEndpoint(operation, async ({ caller, body, nowMs, newId }) => {
  const workspaceId = caller.workspace.id;
  const { accounts = [] } = body;
  const time_zone = body.time_zone ?? (await loadWorkspaceSettings(workspaceId)).time_zone;
  await loadNamedAccounts(workspaceId, accounts);
  const queue = newQueue({ ...body, accounts, time_zone }, { id: newId('queue'), workspaceId }, nowMs);
  return {
    status: 201,
    headers: { location: `/v1/queues/${queue.id}` },
    body: toQueueView(queue, nowMs),
    writes: newQueueWrites(queue),
  };
});
