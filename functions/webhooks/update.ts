import { editEndpoint, endpointData } from '../../lib/domain/endpoint.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { found } from '../../lib/http/found.ts';
import { settings } from '../../lib/settings.ts';
import { endpointWrites, loadEndpoint } from '../../lib/table/endpoint.ts';
import { registeredUrl } from '../../lib/webhooks/registration.ts';

/** Changes url or events of an endpoint, pauses it, or sets it active again whatever had ended that. */
export const handler = endpoint('webhooks.update', async ({ caller, params, body, nowMs }) => {
  const { allowsLoopbackReceivers, failingEndpoints } = settings();
  const { url, events, status } = body;
  const checked = url === undefined ? undefined : registeredUrl(url, allowsLoopbackReceivers);
  const before = await found('endpoint', params.id, (id) => loadEndpoint(caller.workspace.id, id));
  const after = editEndpoint(before, { url: checked, events, status }, nowMs);
  return {
    status: 200,
    body: endpointData(after, failingEndpoints),
    change: after === before ? [] : endpointWrites(before, after),
  };
});
