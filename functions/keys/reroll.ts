import { newBearerSecret, secretHash } from '../../lib/core/crypto/bearer-secret.ts';
import { loadOr404 } from '../../lib/core/http/load-or-404.ts';
import { operation } from '../../lib/identity/api/keys/reroll.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { assertRerollable } from '../../lib/identity/rules/api-key-policy.ts';
import { rerollSecret } from '../../lib/identity/rules/api-key-secrets.ts';
import { loadKeyView } from '../../lib/identity/steps/key-views.ts';
import { assertMayAddAccess } from '../../lib/identity/steps/recent-sign-in.ts';
import { loadApiKey, updateApiKeyWrite } from '../../lib/identity/store/api-keys.ts';

/** Replace the secret of the caller's own API key. The previous secrets stay valid for `overlap_seconds`. */
export const handler = defineEndpoint(operation, async ({ caller, params, body, nowMs }) => {
  await assertMayAddAccess(caller, nowMs);
  const { key: before, lastUsedAt } = await loadOr404('key', params.id, (id) => loadApiKey(caller.workspace.id, id));
  assertRerollable(before, caller, nowMs);
  const secret = newBearerSecret();
  const after = rerollSecret(before, secretHash(secret), body.overlap_seconds, nowMs);
  const view = await loadKeyView({ key: after, lastUsedAt }, nowMs);
  return {
    status: 200,
    body: { ...view, client_secret: secret },
    writes: [updateApiKeyWrite(before, after)],
  };
});
