import { randomBytes } from 'node:crypto';
import { newEndpoint } from '../../lib/domain/endpoint.ts';
import { formatInstant } from '../../lib/domain/instant.ts';
import { MAX_ENDPOINTS_PER_WORKSPACE } from '../../lib/domain/workspace.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { settings } from '../../lib/settings.ts';
import { newEndpointWrites } from '../../lib/table/endpoint.ts';
import { acceptedSecret, registeredUrl } from '../../lib/webhooks/registration.ts';
import { newSecret } from '../../lib/webhooks/secret.ts';

/** Registers an endpoint. A secret made here is shown this once and never again. */
export const handler = endpoint('webhooks.create', async ({ caller, body, nowMs, newId }) => {
  const url = registeredUrl(body.url, settings().allowsLoopbackReceivers);
  const secret = body.secret === undefined ? newSecret(randomBytes) : acceptedSecret(body.secret);
  const created = newEndpoint({
    id: newId('endpoint'),
    workspaceId: caller.workspace.id,
    url,
    events: body.events,
    secret,
    createdAt: formatInstant(nowMs),
  });
  return {
    status: 201,
    body: {
      webhook_id: created.id,
      url: created.url,
      status: created.status,
      events: created.events,
      created_at: created.created_at,
      ...(body.secret === undefined ? { secret } : {}),
    },
    change: newEndpointWrites(created, MAX_ENDPOINTS_PER_WORKSPACE),
  };
});
