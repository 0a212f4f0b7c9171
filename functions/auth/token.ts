import { missingPermissions, type Permission, scopeNames } from '../../lib/core/api/permission.ts';
import { ApiError } from '../../lib/core/problems/api-error.ts';
import { isId } from '../../lib/core/values/id.ts';
import { operation } from '../../lib/identity/api/auth/token.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { requestTokenQuota } from '../../lib/identity/pipeline/token-quota.ts';
import { touchApiKey } from '../../lib/identity/pipeline/touch-api-key.ts';
import type { ApiKey } from '../../lib/identity/rules/api-key.ts';
import { tokenExpiryMs } from '../../lib/identity/rules/api-key-secrets.ts';
import { authenticateGrant } from '../../lib/identity/steps/grants.ts';
import { issueAccessToken } from '../../lib/identity/steps/issue-access-token.ts';
import { readTokenRequest } from '../../lib/identity/steps/token-request.ts';

/** Exchange an API key, the code of an approved device or a refresh token for an access token. */
export const handler = defineEndpoint(operation, async ({ context, nowMs }) => {
  const request = readTokenRequest(context);
  // Only an id that is well formed: a client that mixes up its fields sends the secret here.
  if (isId('key', request.clientId)) context.clientId = request.clientId;
  const { client, refreshToken } = await authenticateGrant(request, context);
  const { key, secret, lastUsedAt } = client;
  context.clientId = key.client_id;
  requestTokenQuota(context, key.client_id);
  touchApiKey(context, key.client_id, lastUsedAt);
  const permissions = request.scope === null ? key.permissions : narrowPermissions(key, request.scope);
  const { client_id, user_id, workspace_id } = key;
  // Less than an hour when the API key or its previous secret expires earlier.
  const expires_at_ms = tokenExpiryMs(key, secret, nowMs);
  const rights = { client_id, secret_number: secret.number, user_id, workspace_id, permissions, expires_at_ms };
  const { response, write } = issueAccessToken(rights, nowMs);
  const refresh = refreshToken === null ? {} : { refresh_token: refreshToken };
  return { status: 200, body: { ...response, scope: permissions.join(' '), ...refresh }, writes: [write] };
});

function narrowPermissions(key: ApiKey, scope: string): Permission[] {
  const requested = scopeNames(scope) as Permission[];
  // Unknown names are among them.
  const missing = missingPermissions(key.permissions, requested);
  if (missing.length === 0) return requested;
  throw new ApiError('invalid_scope', `The API key does not have these permissions: ${missing.join(' ')}.`);
}
