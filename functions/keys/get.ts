import { operation } from '../../lib/api/keys/get.ts';
import { toKeyView } from '../../lib/domain/identity/api-key-policy.ts';
import { defineEndpoint } from '../../lib/http/define-endpoint.ts';
import { loadOr404 } from '../../lib/http/load-or-404.ts';
import { loadApiKey } from '../../lib/table/api-keys.ts';

/** Retrieve an API key, without its secret. */
export const handler = defineEndpoint(operation, async ({ caller, params, nowMs }) => {
  const { key, lastUsedAt } = await loadOr404('key', params.id, (id) => loadApiKey(caller.workspace.id, id));
  return { status: 200, body: toKeyView(key, lastUsedAt, nowMs) };
});
