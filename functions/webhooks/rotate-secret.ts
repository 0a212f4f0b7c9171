import { randomBytes } from 'node:crypto';
import { rotateSecret } from '../../lib/domain/endpoint-secrets.ts';
import { formatInstant } from '../../lib/domain/instant.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { found } from '../../lib/http/found.ts';
import { settings } from '../../lib/settings.ts';
import { endpointWrite, loadEndpoint } from '../../lib/table/endpoint.ts';
import { acceptedSecret } from '../../lib/webhooks/registration.ts';
import { newSecret } from '../../lib/webhooks/secret.ts';

/** Replaces the signing secret. One made here is shown this once; what signed until now signs on for a while. */
export const handler = endpoint('webhooks.rotate-secret', async ({ caller, params, body, nowMs }) => {
  const given = body.secret === undefined ? undefined : acceptedSecret(body.secret);
  const before = await found('endpoint', params.id, (id) => loadEndpoint(caller.workspace.id, id));
  const secret = given ?? newSecret(randomBytes);
  const { secretOverlapSeconds } = settings();
  return {
    status: 200,
    body: {
      webhook_id: before.id,
      rotated_at: formatInstant(nowMs),
      previous_secret_expires_at: formatInstant(nowMs + secretOverlapSeconds * 1000),
      ...(given === undefined ? { secret } : {}),
    },
    change: [endpointWrite(before, rotateSecret(before, secret, secretOverlapSeconds, nowMs))],
  };
});
