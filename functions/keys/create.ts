import { loadNamedAccounts } from '../../lib/content/steps/named-accounts.ts';
import { newBearerSecret, secretHash } from '../../lib/core/crypto/bearer-secret.ts';
import { operation } from '../../lib/identity/api/keys/create.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { newKey } from '../../lib/identity/rules/api-key.ts';
import { authorizeKeyInput, MAX_KEYS_PER_WORKSPACE } from '../../lib/identity/rules/api-key-policy.ts';
import { toKeyView } from '../../lib/identity/steps/key-views.ts';
import { assertMayAddAccess } from '../../lib/identity/steps/recent-sign-in.ts';
import { newApiKeyWrites } from '../../lib/identity/store/api-keys.ts';

/** Create an API key with at most the permissions of the caller. Its secret is returned only once. */
export const handler = defineEndpoint(operation, async ({ caller, body, nowMs, newId }) => {
  await assertMayAddAccess(caller, nowMs);
  const granted = authorizeKeyInput(body, caller.permissions, nowMs);
  await loadNamedAccounts(caller.workspace.id, body.agent?.accounts ?? [], '/agent/accounts');
  const secret = newBearerSecret();
  const key = newKey(
    granted,
    { workspaceId: caller.workspace.id, userId: caller.userId },
    { clientId: newId('key'), secretHash: secretHash(secret) },
    nowMs,
  );
  return {
    status: 201,
    headers: { location: `/v1/keys/${key.client_id}` },
    body: { ...toKeyView(key, null, nowMs), client_secret: secret },
    writes: newApiKeyWrites(key, MAX_KEYS_PER_WORKSPACE),
  };
});
