import { randomBytes } from 'node:crypto';
import { newEndpoint } from '../../lib/domain/endpoint.ts';
import { formatInstant } from '../../lib/domain/instant.ts';
import { invalidFields } from '../../lib/domain/refusal.ts';
import { MAX_ENDPOINTS_PER_WORKSPACE } from '../../lib/domain/workspace.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { settings } from '../../lib/settings.ts';
import { newEndpointWrites } from '../../lib/table/endpoint.ts';
import { endpointUrl } from '../../lib/webhooks/address.ts';
import { newSecret, secretProblem } from '../../lib/webhooks/secret.ts';

/** Registers an endpoint. A secret made here is shown this once and never again. */
export const handler = endpoint('webhooks.create', async ({ caller, body, nowMs, newId }) => {
  const checked = endpointUrl(body.url, { allowLoopback: settings().allowsLoopbackReceivers });
  if ('refusal' in checked) {
    throw invalidFields([{ pointer: '/url', code: 'url_refused', detail: checked.refusal }]);
  }
  const problem = body.secret === undefined ? null : secretProblem(body.secret);
  if (problem) throw invalidFields([{ pointer: '/secret', code: 'invalid_secret', detail: problem }]);
  const secret = body.secret ?? newSecret(randomBytes);
  const created = newEndpoint({
    id: newId('endpoint'),
    workspaceId: caller.workspace.id,
    url: checked.url,
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
