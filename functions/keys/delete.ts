import { operation } from '../../lib/api/keys/delete.ts';
import { defineEndpoint } from '../../lib/http/define-endpoint.ts';
import { loadOr404 } from '../../lib/http/load-or-404.ts';
import { loadApiKey } from '../../lib/table/api-keys.ts';
import { guardedRevocationWrites } from '../../lib/use-cases/last-key-guard.ts';

/** Revoke an API key of the workspace, also that of another member. Its cached tokens are rejected within 60 seconds. */
export const handler = defineEndpoint(operation, async ({ caller, params, nowMs }) => {
  const { key } = await loadOr404('key', params.id, (id) => loadApiKey(caller.workspace.id, id));
  return {
    status: 200,
    body: { success: true, message: `Key ${key.client_id} is revoked. Its tokens end within 60 seconds.` },
    writes: await guardedRevocationWrites(key, caller, nowMs),
  };
});
