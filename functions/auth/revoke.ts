import { operation } from '../../lib/identity/api/auth/revoke.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { revokeKey } from '../../lib/identity/rules/api-key-policy.ts';
import { findRefreshedClient } from '../../lib/identity/steps/grants.ts';
import { readOauthFields, requiredField } from '../../lib/identity/steps/oauth-fields.ts';
import { loadActiveKey, revokeApiKeyWrites } from '../../lib/identity/store/api-keys.ts';

/** Revoke the API key of a device, which its refresh token proves. Nothing is revoked for any other token. */
export const handler = defineEndpoint(operation, async ({ context, nowMs }) => {
  const fields = readOauthFields(context, ['client_id', 'token', 'token_type_hint']);
  const request = { clientId: requiredField(fields, 'client_id'), refreshToken: requiredField(fields, 'token') };
  const client = await findRefreshedClient(request, context);
  const done = { status: 200, body: { revoked: true } };
  if (!client) return done;
  const { client_id, workspace_id, user_id } = client.key;
  context.clientId = client_id;
  // As stored: the one that was found has only the permissions that its member still has.
  const key = await loadActiveKey(workspace_id, client_id);
  if (!key) return done;
  const writes = revokeApiKeyWrites(key, revokeKey(key, nowMs));
  return { ...done, writes, actorUserId: user_id, actorClientId: client_id };
});
