import { loadOr404 } from '../../lib/core/http/load-or-404.ts';
import { operation } from '../../lib/identity/api/keys/get.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { toKeyView } from '../../lib/identity/rules/api-key-policy.ts';
import { loadAgentUsage } from '../../lib/identity/store/agent-usage.ts';
import { loadApiKey } from '../../lib/identity/store/api-keys.ts';

/** Retrieve an API key, without its secret. */
export const handler = defineEndpoint(operation, async ({ caller, params, nowMs }) => {
  const { key, lastUsedAt } = await loadOr404('key', params.id, (id) => loadApiKey(caller.workspace.id, id));
  const [used] = key.agent ? await loadAgentUsage([key], nowMs) : [];
  return { status: 200, body: toKeyView(key, lastUsedAt, nowMs, used) };
});
