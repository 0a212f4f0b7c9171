import { operation } from '../../lib/api/webhooks/delete.ts';
import { defineEndpoint } from '../../lib/http/define-endpoint.ts';
import { loadOr404 } from '../../lib/http/load-or-404.ts';
import { deleteEndpointWrites, loadEndpoint } from '../../lib/table/webhook-endpoints.ts';

/** Removes an endpoint. What is on its way to it is dropped when its turn comes, without a call. */
export const handler = defineEndpoint(operation, async ({ caller, params }) => {
  const stored = await loadOr404('endpoint', params.id, (id) => loadEndpoint(caller.workspace.id, id));
  return {
    status: 200,
    body: { success: true, message: `Endpoint ${stored.id} is deleted.` },
    writes: deleteEndpointWrites(stored),
  };
});
