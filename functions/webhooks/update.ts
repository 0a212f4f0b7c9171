import { operation } from '../../lib/api/webhooks/update.ts';
import { settings } from '../../lib/config/settings.ts';
import { editEndpoint, toEndpointView } from '../../lib/domain/webhooks/webhook-endpoint.ts';
import { defineEndpoint } from '../../lib/http/define-endpoint.ts';
import { loadOr404 } from '../../lib/http/load-or-404.ts';
import { itemInPath } from '../../lib/http/prefetch.ts';
import { endpointWrites, loadEndpoint } from '../../lib/table/webhook-endpoints.ts';
import { parseReceiverUrl } from '../../lib/webhook-delivery/registration.ts';

const prefetching = { ...operation, prefetch: itemInPath('endpoint', 'Endpoint') };

/** Update a webhook endpoint: its URL, its events, or its status (pause or reactivate). */
export const handler = defineEndpoint(prefetching, async ({ caller, params, body, nowMs }) => {
  const { allowsLoopbackReceivers, failingEndpoints } = settings();
  const { url, events, status } = body;
  const receiverUrl = url === undefined ? undefined : parseReceiverUrl(url, allowsLoopbackReceivers);
  const before = await loadOr404('endpoint', params.id, (id) => loadEndpoint(caller.workspace.id, id));
  const after = editEndpoint(before, { url: receiverUrl, events, status }, nowMs);
  return {
    status: 200,
    body: toEndpointView(after, failingEndpoints),
    writes: after === before ? [] : endpointWrites(before, after),
  };
});
