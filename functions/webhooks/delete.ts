import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { itemInPath } from '../../lib/identity/pipeline/prefetch.ts';
import { operation } from '../../lib/webhooks/api/webhooks/delete.ts';
import { endpointEntity } from '../../lib/webhooks/entities/endpoints.ts';
import { endpointInPath } from '../../lib/webhooks/steps/endpoint-in-path.ts';
import { deleteEndpointWrites } from '../../lib/webhooks/store/webhook-endpoints.ts';

const prefetching = { ...operation, prefetch: itemInPath('endpoint', endpointEntity) };

/** Delete a webhook endpoint. Its pending deliveries are dropped without a request. */
export const handler = defineEndpoint(prefetching, async ({ caller, params }) => {
  const endpoint = await endpointInPath(caller, params.id);
  return {
    status: 200,
    body: { success: true, message: `Endpoint ${endpoint.id} is deleted.` },
    writes: deleteEndpointWrites(endpoint),
  };
});
