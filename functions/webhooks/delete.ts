import { endpoint } from '../../lib/http/endpoint.ts';
import { found } from '../../lib/http/found.ts';
import { endpointRemoval, loadEndpoint } from '../../lib/table/endpoint.ts';

/** Removes an endpoint. What is on its way to it is dropped when its turn comes, without a call. */
export const handler = endpoint('webhooks.delete', async ({ caller, params }) => {
  const stored = await found('endpoint', params.id, (id) => loadEndpoint(caller.workspace.id, id));
  return {
    status: 200,
    body: { success: true, message: `Endpoint ${stored.id} is deleted.` },
    change: endpointRemoval(stored),
  };
});
