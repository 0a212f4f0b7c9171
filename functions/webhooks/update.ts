import { settings } from '../../lib/core/config/settings.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { itemInPath } from '../../lib/identity/pipeline/prefetch.ts';
import { assertMayAddAccess } from '../../lib/identity/steps/recent-sign-in.ts';
import { operation } from '../../lib/webhooks/api/webhooks/update.ts';
import { parseReceiverUrl } from '../../lib/webhooks/delivery/registration.ts';
import { endpointEntity } from '../../lib/webhooks/entities/endpoints.ts';
import { assertEditableByPerson } from '../../lib/webhooks/rules/agent-subscription.ts';
import { editEndpoint, toEndpointView } from '../../lib/webhooks/rules/webhook-endpoint.ts';
import { authorizeEndpoint } from '../../lib/webhooks/steps/authorize-endpoint.ts';
import { endpointInPath } from '../../lib/webhooks/steps/endpoint-in-path.ts';
import { parseFilter } from '../../lib/webhooks/steps/stage-filter.ts';
import { endpointWrites } from '../../lib/webhooks/store/webhook-endpoints.ts';

const prefetching = { ...operation, prefetch: itemInPath('endpoint', endpointEntity) };

/** Update a webhook endpoint: its URL, its events, or its status (pause or reactivate). */
export const handler = defineEndpoint(prefetching, async ({ caller, params, body, nowMs }) => {
  const { allowsLoopbackReceivers, failingEndpoints } = settings();
  const { url, events, status } = body;
  const receiverUrl = url === undefined ? undefined : parseReceiverUrl(url, allowsLoopbackReceivers);
  const before = await endpointInPath(caller, params.id);
  assertEditableByPerson(before, body);
  // A pause ends deliveries, so it needs no permission to read events, and leaves the authorization as it is.
  const isPause = status === 'paused' && Object.keys(body).length === 1;
  const filter = parseFilter(caller, body, before.filter);
  const authorizedBy = isPause ? undefined : await authorizeEndpoint(caller, events ?? before.events);
  if (!isPause) await assertMayAddAccess(caller, nowMs);
  const after = editEndpoint(
    before,
    // A subscription stays authorized by its agent key.
    { url: receiverUrl, events, status, filter, authorizedBy: before.agent ? undefined : authorizedBy },
    nowMs,
  );
  return {
    status: 200,
    body: toEndpointView(after, failingEndpoints),
    writes: after === before ? [] : endpointWrites(before, after),
  };
});
