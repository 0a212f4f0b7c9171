import { settings } from '../../lib/core/config/settings.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { itemInPath } from '../../lib/identity/pipeline/prefetch.ts';
import { operation } from '../../lib/webhooks/api/webhooks/get.ts';
import { endpointEntity } from '../../lib/webhooks/entities/endpoints.ts';
import { toEndpointView } from '../../lib/webhooks/rules/webhook-endpoint.ts';
import { endpointInPath } from '../../lib/webhooks/steps/endpoint-in-path.ts';

const prefetching = { ...operation, prefetch: itemInPath('endpoint', endpointEntity) };

/** Retrieve a webhook endpoint, without its secrets. */
export const handler = defineEndpoint(prefetching, async ({ caller, params }) => {
  const endpoint = await endpointInPath(caller, params.id);
  return { status: 200, body: toEndpointView(endpoint, settings().failingEndpoints) };
});
