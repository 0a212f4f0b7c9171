import { randomBytes } from 'node:crypto';
import { settings } from '../../lib/core/config/settings.ts';
import { formatInstant } from '../../lib/core/values/timestamps.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { itemInPath } from '../../lib/identity/pipeline/prefetch.ts';
import { assertMayAddAccess } from '../../lib/identity/steps/recent-sign-in.ts';
import { operation } from '../../lib/webhooks/api/webhooks/rotate-secret.ts';
import { parseSigningSecret } from '../../lib/webhooks/delivery/registration.ts';
import { newSigningSecret } from '../../lib/webhooks/delivery/signing-secret.ts';
import { encryptSigningSecret } from '../../lib/webhooks/delivery/signing-secret-encryption.ts';
import { endpointEntity } from '../../lib/webhooks/entities/endpoints.ts';
import { assertSecretOfPerson } from '../../lib/webhooks/rules/agent-subscription.ts';
import { rotateSecret } from '../../lib/webhooks/rules/webhook-secrets.ts';
import { assertMayReceive } from '../../lib/webhooks/steps/authorize-endpoint.ts';
import { endpointInPath } from '../../lib/webhooks/steps/endpoint-in-path.ts';
import { endpointWrite } from '../../lib/webhooks/store/webhook-endpoints.ts';

const prefetching = { ...operation, prefetch: itemInPath('endpoint', endpointEntity) };

/**
 * Replace the signing secret of a webhook endpoint. A generated one is returned only once. The previous secret also
 * signs deliveries for an overlap, so that receivers can change it without a gap.
 */
export const handler = defineEndpoint(prefetching, async ({ caller, params, body, nowMs }) => {
  await assertMayAddAccess(caller, nowMs);
  const secretInput = body.secret === undefined ? undefined : parseSigningSecret(body.secret);
  const before = await endpointInPath(caller, params.id);
  assertSecretOfPerson(before);
  assertMayReceive(caller, before.events);
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
