import { missingPermissions, type Permission, scopeNames } from '../../lib/core/api/permission.ts';
import { isId } from '../../lib/core/values/id.ts';
import { operation } from '../../lib/identity/api/auth/token.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import type { HandlerResult } from '../../lib/identity/pipeline/request-context.ts';
import { requestTokenQuota } from '../../lib/identity/pipeline/token-quota.ts';
import { touchApiKey } from '../../lib/identity/pipeline/touch-api-key.ts';
import type { ApiKey } from '../../lib/identity/rules/api-key.ts';
import { revokeKey } from '../../lib/identity/rules/api-key-policy.ts';
import { tokenExpiryMs } from '../../lib/identity/rules/api-key-secrets.ts';
import { invalidGrant, invalidScope } from '../../lib/identity/rules/oauth/problems.ts';
import { issueAccessToken } from '../../lib/identity/steps/issue-access-token.ts';
import { authenticateGrant } from '../../lib/identity/steps/oauth/grants.ts';
import { tokenAudience } from '../../lib/identity/steps/oauth/token-audience.ts';
import { readTokenRequest } from '../../lib/identity/steps/oauth/token-request.ts';
import { inNamedWorkspace } from '../../lib/identity/steps/oauth/token-workspace.ts';
import { revokeApiKeyWrites } from '../../lib/identity/store/api-keys.ts';

/** Exchange an API key, the code of an approved device or application, or a refresh token for an access token. */
export const handler = defineEndpoint(operation, async ({ context, nowMs }) => {
  const request = readTokenRequest(context);
  // Only an id that is well formed: a client that mixes up its fields sends the secret here.
  if (isId('key', request.clientId) || isId('stageKey', request.clientId)) context.clientId = request.clientId;
  const grant = await authenticateGrant(request, context);
  if ('reusedKey' in grant) return revokeReused(grant.reusedKey, nowMs);
  const { client, refreshToken, writes } = grant;
  const { key, secret, lastUsedAt } = client;
  context.clientId = key.client_id;
  requestTokenQuota(context, key.client_id);
  const audience = tokenAudience(key, request.resource, context);
  const held = await inNamedWorkspace(key, request.workspace);
  const permissions = request.scope === null ? held.permissions : narrowPermissions(held.permissions, request.scope);
  touchApiKey(context, key.client_id, lastUsedAt);
  const { client_id, user_id } = key;
  const { workspace_id } = held;
  // Less than an hour when the API key or its previous secret expires earlier.
  const expires_at_ms = tokenExpiryMs(key, secret, nowMs);
  const rights = { client_id, secret_number: secret.number, user_id, workspace_id, permissions, expires_at_ms };
  const { response, write } = issueAccessToken({ ...rights, ...(audience && { audience }) }, nowMs);
  const refresh = refreshToken === null ? {} : { refresh_token: refreshToken };
  return {
    status: 200,
    body: { ...response, scope: permissions.join(' '), ...refresh },
    writes: [write, ...writes],
    actorUserId: user_id,
    actorClientId: client_id,
  };
});

function narrowPermissions(held: readonly Permission[], scope: string): Permission[] {
  const requested = scopeNames(scope) as Permission[];
  // Unknown names are among them.
  const missing = missingPermissions(held, requested);
  if (missing.length === 0) return requested;
  throw invalidScope(`The API key does not have these permissions for the access token: ${missing.join(' ')}.`);
}

/** Revoke the API key of a code or a refresh token that was used before: the client or a thief has sent it. */
function revokeReused(key: ApiKey, nowMs: number): HandlerResult {
  return {
    status: 400,
    body: {},
    writes: revokeApiKeyWrites(key, { ...revokeKey(key, nowMs), revoked_for_reuse: true }),
    actorUserId: key.user_id,
    actorClientId: key.client_id,
    afterCommit: async () => {
      throw invalidGrant('This code or refresh token was already used. Its access is revoked.');
    },
  };
}
