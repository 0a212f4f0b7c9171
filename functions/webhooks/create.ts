import { randomBytes } from 'node:crypto';
import { settings } from '../../lib/core/config/settings.ts';
import { formatInstant } from '../../lib/core/values/timestamps.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { MAX_ENDPOINTS_PER_WORKSPACE } from '../../lib/identity/rules/workspace.ts';
import { assertMayAddAccess } from '../../lib/identity/steps/recent-sign-in.ts';
import { operation } from '../../lib/webhooks/api/webhooks/create.ts';
import { parseReceiverUrl, parseSigningSecret } from '../../lib/webhooks/delivery/registration.ts';
import { newSigningSecret } from '../../lib/webhooks/delivery/signing-secret.ts';
import { encryptSigningSecret } from '../../lib/webhooks/delivery/signing-secret-encryption.ts';
import { MAX_STAGE_ENDPOINTS } from '../../lib/webhooks/rules/stage-endpoint.ts';
import { newEndpoint } from '../../lib/webhooks/rules/webhook-endpoint.ts';
import { authorizeEndpoint } from '../../lib/webhooks/steps/authorize-endpoint.ts';
import { parseFilter } from '../../lib/webhooks/steps/stage-filter.ts';
import { newEndpointWrites } from '../../lib/webhooks/store/webhook-endpoints.ts';

/** Register a webhook endpoint. A generated signing secret is returned only once. */
export const handler = defineEndpoint(operation, async ({ caller, body, nowMs, newId }) => {
  const url = parseReceiverUrl(body.url, settings().allowsLoopbackReceivers);
  const secret = body.secret === undefined ? newSigningSecret(randomBytes) : parseSigningSecret(body.secret);
  await assertMayAddAccess(caller, nowMs);
  const filter = parseFilter(caller, body);
  const authorizedBy = await authorizeEndpoint(caller, body.events);
  const endpoint_id = newId('endpoint');
  const created = newEndpoint({
    id: endpoint_id,
    workspaceId: caller.workspace.id,
    url,
    events: body.events,
    secret: await encryptSigningSecret(secret, { workspace_id: caller.workspace.id, endpoint_id }),
    authorizedBy,
    filter,
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
    writes: newEndpointWrites(created, filter ? MAX_STAGE_ENDPOINTS : MAX_ENDPOINTS_PER_WORKSPACE),
  };
});
