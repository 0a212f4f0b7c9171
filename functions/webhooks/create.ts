import { randomBytes } from 'node:crypto';
import { operation } from '../../lib/api/webhooks/create.ts';
import { settings } from '../../lib/config/settings.ts';
import { MAX_ENDPOINTS_PER_WORKSPACE } from '../../lib/domain/identity/workspace.ts';
import { formatInstant } from '../../lib/domain/timestamps.ts';
import { newEndpoint } from '../../lib/domain/webhooks/webhook-endpoint.ts';
import { defineEndpoint } from '../../lib/http/define-endpoint.ts';
import { newEndpointWrites } from '../../lib/table/webhook-endpoints.ts';
import { parseReceiverUrl, parseSigningSecret } from '../../lib/webhook-delivery/registration.ts';
import { newSigningSecret } from '../../lib/webhook-delivery/signing-secret.ts';
import { encryptSigningSecret } from '../../lib/webhook-delivery/signing-secret-encryption.ts';

/** Register a webhook endpoint. A generated signing secret is returned only once. */
export const handler = defineEndpoint(operation, async ({ caller, body, nowMs, newId }) => {
  const url = parseReceiverUrl(body.url, settings().allowsLoopbackReceivers);
  const secret = body.secret === undefined ? newSigningSecret(randomBytes) : parseSigningSecret(body.secret);
  const endpoint_id = newId('endpoint');
  const created = newEndpoint({
    id: endpoint_id,
    workspaceId: caller.workspace.id,
    url,
    events: body.events,
    secret: await encryptSigningSecret(secret, { workspace_id: caller.workspace.id, endpoint_id }),
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
    writes: newEndpointWrites(created, MAX_ENDPOINTS_PER_WORKSPACE),
  };
});
