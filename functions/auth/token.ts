import { operation } from '../../lib/api/auth/token.ts';
import { ApiError } from '../../lib/domain/api-error.ts';
import { isId } from '../../lib/domain/id.ts';
import type { ApiKey } from '../../lib/domain/identity/api-key.ts';
import { tokenExpiryMs } from '../../lib/domain/identity/api-key-secrets.ts';
import { missingPermissions, PERMISSIONS, type Permission } from '../../lib/domain/identity/permission.ts';
import { touchApiKey } from '../../lib/http/api-key-usage.ts';
import { defineEndpoint } from '../../lib/http/define-endpoint.ts';
import { requestTokenQuota } from '../../lib/http/token-quota.ts';
import { authenticateClient } from '../../lib/use-cases/client-credentials.ts';
import { issueAccessToken } from '../../lib/use-cases/issue-access-token.ts';
import { readTokenRequest } from '../../lib/use-cases/token-request.ts';

/** Exchange an API key for an access token. */
export const handler = defineEndpoint(operation, async ({ context, nowMs }) => {
  const request = readTokenRequest(context);
  // Only an id that is well formed: a client that mixes up its fields sends the secret here.
  if (isId('key', request.clientId)) context.clientId = request.clientId;
  const { sourceIp } = context.event.requestContext.http;
  const { key, secret, lastUsedAt } = await authenticateClient(request, sourceIp, nowMs);
  requestTokenQuota(context, key.client_id);
  touchApiKey(context, key.client_id, lastUsedAt);
  const permissions = request.scope === null ? key.permissions : narrowPermissions(key, request.scope);
  const { client_id, user_id, workspace_id } = key;
  // Less than an hour when the API key or its previous secret expires earlier.
  const expires_at_ms = tokenExpiryMs(key, secret, nowMs);
  const rights = { client_id, secret_number: secret.number, user_id, workspace_id, permissions, expires_at_ms };
  const { response, write } = issueAccessToken(rights, nowMs);
  return { status: 200, body: { ...response, scope: permissions.join(' ') }, writes: [write] };
});

function narrowPermissions(key: ApiKey, scope: string): Permission[] {
  const requested = [...new Set(scope.split(' '))];
  const unknown = requested.filter((name) => !PERMISSIONS.includes(name as Permission));
  const missing = missingPermissions(key.permissions, requested as Permission[]);
  if (unknown.length > 0 || missing.length > 0) {
    throw new ApiError('invalid_scope', `The API key does not have these permissions: ${missing.join(' ')}.`);
  }
  return requested as Permission[];
}
