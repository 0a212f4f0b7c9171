import { endpointData } from '../../lib/domain/endpoint.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { found } from '../../lib/http/found.ts';
import { settings } from '../../lib/settings.ts';
import { loadEndpoint } from '../../lib/table/endpoint.ts';

/** Reads an endpoint, without its secrets. */
export const handler = endpoint('webhooks.get', async ({ caller, params }) => {
  const stored = await found('endpoint', params.id, (id) => loadEndpoint(caller.workspace.id, id));
  return { status: 200, body: endpointData(stored, settings().failingEndpoints) };
});
