import { operation } from '../../lib/api/keys/create.ts';
import { newBearerSecret, secretHash } from '../../lib/crypto/bearer-secret.ts';
import { newKey } from '../../lib/domain/identity/api-key.ts';
import { authorizeKeyInput, MAX_KEYS_PER_WORKSPACE, toKeyView } from '../../lib/domain/identity/api-key-policy.ts';
import { defineEndpoint } from '../../lib/http/define-endpoint.ts';
import { newApiKeyWrites } from '../../lib/table/api-keys.ts';

/** Create an API key with at most the permissions of the caller. Its secret is returned only once. */
export const handler = defineEndpoint(operation, async ({ caller, body, nowMs, newId }) => {
  const granted = authorizeKeyInput(body, caller.permissions, nowMs);
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
