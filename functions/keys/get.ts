import { loadOr404 } from '../../lib/core/http/load-or-404.ts';
import { operation } from '../../lib/identity/api/keys/get.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { loadKeyView } from '../../lib/identity/steps/key-views.ts';
import { loadApiKey } from '../../lib/identity/store/api-keys.ts';

/** Retrieve an API key, without its secret. */
export const handler = defineEndpoint(operation, async ({ caller, params, nowMs }) => {
  const found = await loadOr404('key', params.id, (id) => loadApiKey(caller.workspace.id, id));
  return { status: 200, body: await loadKeyView(found, nowMs) };
});
