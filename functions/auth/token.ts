import { tokenEndMs } from '../../lib/domain/client-secrets.ts';
import type { Key } from '../../lib/domain/credential.ts';
import { missing, PERMISSIONS, type Permission } from '../../lib/domain/permission.ts';
import { Refusal } from '../../lib/domain/refusal.ts';
import { endpoint } from '../../lib/http/endpoint.ts';
import { exchangeKey } from '../../lib/http/exchange-key.ts';
import { noteUse } from '../../lib/http/key-use.ts';
import { newSecret, secretHash } from '../../lib/http/secret.ts';
import { readTokenRequest } from '../../lib/http/token-request.ts';
import { tokenWrite } from '../../lib/table/credential.ts';

/** Exchanges a key for an access token. */
export const handler = endpoint('auth.token', async ({ call, nowMs }) => {
  const request = readTokenRequest(call);
  const { key, secret, lastUsedAt } = await exchangeKey(request, nowMs);
  noteUse(call, key.client_id, lastUsedAt);
  const permissions = request.scope === null ? key.permissions : narrowed(key, request.scope);
  const endMs = tokenEndMs(key, secret, nowMs);
  const token = newSecret();
  return {
    status: 200,
    body: {
      access_token: token,
      token_type: 'Bearer',
      // Less than an hour when the key or its old secret ends before.
      expires_in: Math.floor((endMs - nowMs) / 1000),
      scope: permissions.join(' '),
    },
    change: [
      tokenWrite({
        hash: secretHash(token),
        client_id: key.client_id,
        secret_number: secret.number,
        user_id: key.user_id,
        workspace_id: key.workspace_id,
        permissions,
        expires_at_ms: endMs,
      }),
    ],
  };
});

function narrowed(key: Key, scope: string): Permission[] {
  const asked = [...new Set(scope.split(' '))];
  const unknown = asked.filter((name) => !PERMISSIONS.includes(name as Permission));
  const lacking = missing(key.permissions, asked as Permission[]);
  if (unknown.length > 0 || lacking.length > 0) {
    throw new Refusal('invalid_scope', `The scope asks for more than this key holds: ${lacking.join(' ')}.`);
  }
  return asked as Permission[];
}
