import { loadOr404 } from '../../lib/core/http/load-or-404.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { itemInPath } from '../../lib/identity/pipeline/prefetch.ts';
import { operation } from '../../lib/webhooks/api/webhooks/delete.ts';
import { endpointEntity } from '../../lib/webhooks/entities/endpoints.ts';
import { deleteEndpointWrites, loadEndpoint } from '../../lib/webhooks/store/webhook-endpoints.ts';

const prefetching = { ...operation, prefetch: itemInPath('endpoint', endpointEntity) };

/** Delete a webhook endpoint. Its pending deliveries are dropped without a request. */
export const handler = defineEndpoint(prefetching, async ({ caller, params }) => {
  const endpoint = await loadOr404('endpoint', params.id, (id) => loadEndpoint(caller.workspace.id, id));
  return {
    status: 200,
    body: { success: true, message: `Endpoint ${endpoint.id} is deleted.` },
    writes: deleteEndpointWrites(endpoint),
  };
});
