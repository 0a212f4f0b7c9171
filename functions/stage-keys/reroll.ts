import { newBearerSecret, secretHash } from '../../lib/core/crypto/bearer-secret.ts';
import { loadOr404 } from '../../lib/core/http/load-or-404.ts';
import { operation } from '../../lib/identity/api/stage-keys/reroll.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { rerollSecret } from '../../lib/identity/rules/api-key-secrets.ts';
import { STAGE_WORKSPACE_ID } from '../../lib/identity/rules/stage.ts';
import { assertRerollableStageKey } from '../../lib/identity/rules/stage-key-policy.ts';
import { toStageKeyView } from '../../lib/identity/steps/stage-key-views.ts';
import { stageRightsOf } from '../../lib/identity/steps/stage-rights.ts';
import { loadApiKey, updateApiKeyWrite } from '../../lib/identity/store/api-keys.ts';

/** Replace the secret of a stage key. The previous secrets stay valid for `overlap_seconds`. */
export const handler = defineEndpoint(operation, async ({ caller, params, body, nowMs }) => {
  const found = await loadOr404('stageKey', params.id, (id) => loadApiKey(STAGE_WORKSPACE_ID, id));
  const { key: before, lastUsedAt } = found;
  assertRerollableStageKey(before, stageRightsOf(caller), nowMs);
  const secret = newBearerSecret();
  const after = rerollSecret(before, secretHash(secret), body.overlap_seconds, nowMs);
  return {
    status: 200,
    body: { ...toStageKeyView({ key: after, lastUsedAt }, nowMs), client_secret: secret },
    writes: [updateApiKeyWrite(before, after)],
  };
});
