import { operation } from '../../lib/identity/api/auth/revoke.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { revokeKey } from '../../lib/identity/rules/api-key-policy.ts';
import { findRefreshableKey } from '../../lib/identity/steps/oauth/grants.ts';
import { readOauthFields, requiredField } from '../../lib/identity/steps/oauth/oauth-fields.ts';
import { revokeApiKeyWrites } from '../../lib/identity/store/api-keys.ts';

/** Revoke the API key of a device or an application, which a refresh token proves, also an earlier one. */
export const handler = defineEndpoint(operation, async ({ context, nowMs }) => {
  const fields = readOauthFields(context, ['client_id', 'token', 'token_type_hint']);
  const request = { clientId: requiredField(fields, 'client_id'), refreshToken: requiredField(fields, 'token') };
  const found = await findRefreshableKey(request, context);
  const done = { status: 200, body: { revoked: true } };
  if (!found) return done;
  const { key } = found;
  const { client_id, user_id } = key;
  context.clientId = client_id;
  const writes = revokeApiKeyWrites(key, revokeKey(key, nowMs));
  return { ...done, writes, actorUserId: user_id, actorClientId: client_id };
});
