import { newBearerSecret, secretHash } from '../../lib/core/crypto/bearer-secret.ts';
import { operation } from '../../lib/identity/api/stage-keys/create.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { MAX_STAGE_KEYS, newStageKey } from '../../lib/identity/rules/stage-key-policy.ts';
import { toStageKeyView } from '../../lib/identity/steps/stage-key-views.ts';
import { stageRightsOf } from '../../lib/identity/steps/stage-rights.ts';
import { newApiKeyWrites } from '../../lib/identity/store/api-keys.ts';

/** Create a stage key with at most the rights of the caller. Its secret is returned only once. */
export const handler = defineEndpoint(operation, async ({ caller, body, nowMs, newId }) => {
  const secret = newBearerSecret();
  const generated = { clientId: newId('stageKey'), secretHash: secretHash(secret) };
  const key = newStageKey(body, stageRightsOf(caller), generated, nowMs);
  return {
    status: 201,
    headers: { location: `/v1/stage-keys/${key.client_id}` },
    body: { ...toStageKeyView({ key, lastUsedAt: null }, nowMs), client_secret: secret },
    writes: newApiKeyWrites(key, MAX_STAGE_KEYS),
  };
});
