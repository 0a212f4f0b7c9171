import { loadOr404 } from '../../lib/core/http/load-or-404.ts';
import { operation } from '../../lib/identity/api/keys/delete.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { guardedRevocationWrites } from '../../lib/identity/steps/last-key-guard.ts';
import { assertMayChangeKey } from '../../lib/identity/steps/own-application.ts';
import { loadApiKey } from '../../lib/identity/store/api-keys.ts';

/** Revoke an API key of the workspace, also that of another member. Its cached tokens are rejected within 60 seconds. */
export const handler = defineEndpoint(operation, async ({ caller, params, nowMs }) => {
  const { key } = await loadOr404('key', params.id, (id) => loadApiKey(caller.workspace.id, id));
  assertMayChangeKey(key, caller);
  return {
    status: 200,
    body: { success: true, message: `Key ${key.client_id} is revoked. Its tokens become invalid within 60 seconds.` },
    writes: await guardedRevocationWrites(key, caller, nowMs),
  };
});
