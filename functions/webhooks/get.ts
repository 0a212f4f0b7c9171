import { operation } from '../../lib/api/webhooks/get.ts';
import { settings } from '../../lib/config/settings.ts';
import { toEndpointView } from '../../lib/domain/webhooks/webhook-endpoint.ts';
import { defineEndpoint } from '../../lib/http/define-endpoint.ts';
import { loadOr404 } from '../../lib/http/load-or-404.ts';
import { itemInPath } from '../../lib/http/prefetch.ts';
import { loadEndpoint } from '../../lib/table/webhook-endpoints.ts';

const prefetching = { ...operation, prefetch: itemInPath('endpoint', 'Endpoint') };

/** Retrieve a webhook endpoint, without its secrets. */
export const handler = defineEndpoint(prefetching, async ({ caller, params }) => {
  const endpoint = await loadOr404('endpoint', params.id, (id) => loadEndpoint(caller.workspace.id, id));
  return { status: 200, body: toEndpointView(endpoint, settings().failingEndpoints) };
});
