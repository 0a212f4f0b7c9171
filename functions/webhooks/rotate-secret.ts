import { randomBytes } from 'node:crypto';
import { operation } from '../../lib/api/webhooks/rotate-secret.ts';
import { settings } from '../../lib/config/settings.ts';
import { formatInstant } from '../../lib/domain/timestamps.ts';
import { rotateSecret } from '../../lib/domain/webhooks/webhook-secrets.ts';
import { defineEndpoint } from '../../lib/http/define-endpoint.ts';
import { loadOr404 } from '../../lib/http/load-or-404.ts';
import { itemInPath } from '../../lib/http/prefetch.ts';
import { endpointWrite, loadEndpoint } from '../../lib/table/webhook-endpoints.ts';
import { parseSigningSecret } from '../../lib/webhook-delivery/registration.ts';
import { newSigningSecret } from '../../lib/webhook-delivery/signing-secret.ts';
import { encryptSigningSecret } from '../../lib/webhook-delivery/signing-secret-encryption.ts';

const prefetching = { ...operation, prefetch: itemInPath('endpoint', 'Endpoint') };

/**
 * Replace the signing secret of a webhook endpoint. A generated one is returned only once. The previous secret also
 * signs deliveries for an overlap, so that receivers can change it without a gap.
 */
export const handler = defineEndpoint(prefetching, async ({ caller, params, body, nowMs }) => {
  const secretInput = body.secret === undefined ? undefined : parseSigningSecret(body.secret);
  const before = await loadOr404('endpoint', params.id, (id) => loadEndpoint(caller.workspace.id, id));
  const secret = secretInput ?? newSigningSecret(randomBytes);
  const owner = { workspace_id: before.workspace_id, endpoint_id: before.id };
  const encrypted = await encryptSigningSecret(secret, owner);
  const { secretOverlapSeconds } = settings();
  return {
    status: 200,
    body: {
      webhook_id: before.id,
      rotated_at: formatInstant(nowMs),
      previous_secret_expires_at: formatInstant(nowMs + secretOverlapSeconds * 1000),
      ...(secretInput === undefined ? { secret } : {}),
    },
    writes: [endpointWrite(before, rotateSecret(before, encrypted, secretOverlapSeconds, nowMs))],
  };
});
