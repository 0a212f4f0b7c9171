import { loadOr404 } from '../../lib/core/http/load-or-404.ts';
import { operation } from '../../lib/identity/api/stage-keys/delete.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { revokeKey } from '../../lib/identity/rules/api-key-policy.ts';
import { STAGE_WORKSPACE_ID } from '../../lib/identity/rules/stage.ts';
import { assertHoldsKey } from '../../lib/identity/rules/stage-key-policy.ts';
import { stageRightsOf } from '../../lib/identity/steps/stage-rights.ts';
import { loadApiKey, revokeApiKeyWrites } from '../../lib/identity/store/api-keys.ts';

/** Revoke a stage key. Its cached tokens are rejected within 60 seconds. */
export const handler = defineEndpoint(operation, async ({ caller, params, nowMs }) => {
  const { key } = await loadOr404('stageKey', params.id, (id) => loadApiKey(STAGE_WORKSPACE_ID, id));
  assertHoldsKey(key, stageRightsOf(caller));
  return {
    status: 200,
    body: {
      success: true,
      message: `Stage key ${key.client_id} is revoked. Its tokens become invalid within 60 seconds.`,
    },
    writes: revokeApiKeyWrites(key, revokeKey(key, nowMs)),
  };
});
