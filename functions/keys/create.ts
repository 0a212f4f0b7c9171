import { newKey } from '../../lib/domain/credential.ts';
import { grantedKey, keyData, MOST_KEYS_PER_WORKSPACE } from '../../lib/domain/key-granting.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { newSecret, secretHash } from '../../lib/http/secret.ts';
import { newKeyWrites } from '../../lib/table/key.ts';

/** Makes a key of the caller, who can give it no more than they have. Its secret is shown this once. */
export const handler = endpoint('keys.create', async ({ caller, body, nowMs, newId }) => {
  const granted = grantedKey(body, caller.permissions, nowMs);
  const secret = newSecret();
  const key = newKey(
    granted,
    { workspaceId: caller.workspace.id, userId: caller.userId },
    { clientId: newId('key'), secretHash: secretHash(secret) },
    nowMs,
  );
  return {
    status: 201,
    headers: { location: `/v1/keys/${key.client_id}` },
    body: { ...keyData(key, null, nowMs), client_secret: secret },
    change: newKeyWrites(key, MOST_KEYS_PER_WORKSPACE),
  };
});
