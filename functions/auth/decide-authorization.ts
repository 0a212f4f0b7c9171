import { loadNamedAccounts } from '../../lib/content/steps/named-accounts.ts';
import { newBearerSecret, secretHash } from '../../lib/core/crypto/bearer-secret.ts';
import { operation } from '../../lib/identity/api/auth/decide-authorization.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { MAX_KEYS_PER_WORKSPACE } from '../../lib/identity/rules/api-key-policy.ts';
import { newApplicationKey, newAuthorizationCode } from '../../lib/identity/rules/oauth/authorization-code.ts';
import { type AuthorizationError, grantOf } from '../../lib/identity/rules/oauth/authorization-request.ts';
import { authorizationChanged } from '../../lib/identity/rules/oauth/problems.ts';
import { assertRecentSignIn } from '../../lib/identity/rules/session.ts';
import { confirmationOf, loadAuthorization, returnToClient } from '../../lib/identity/steps/oauth/authorization.ts';
import { newApiKeyWrites } from '../../lib/identity/store/api-keys.ts';
import { authorizationCodeWrite } from '../../lib/identity/store/authorization-codes.ts';

const DENIED: AuthorizationError = { error: 'access_denied', error_description: 'The request was denied.' };

/** Approve or deny an application. An approval creates its API key, without a usable secret, and the code to exchange. */
export const handler = defineEndpoint(operation, async ({ context, body, nowMs, newId }) => {
  const { request, decision, permissions, accounts, confirmation } = body;
  const found = await loadAuthorization(context, request);
  if ('error' in found) return { status: 200, body: returnToClient(context, request, found) };
  if (decision === 'deny') return { status: 200, body: returnToClient(context, request, DENIED) };
  const { client, session, member } = found;
  if (confirmation !== confirmationOf(found, request.redirect_uri)) {
    throw authorizationChanged(
      'The application, your session or your permissions have changed since the request was shown. Check it again.',
    );
  }
  assertRecentSignIn(session.created_at, nowMs);
  const { audience, code_challenge } = found.request;
  const offer = { client, audience, offered: grantOf(found.request, member).granted };
  // No one knows the secret of this hash: the exchange of the code creates the first one.
  const generated = { clientId: newId('key'), secretHash: secretHash(newBearerSecret()) };
  const key = newApplicationKey(offer, { permissions, accounts }, member, generated, nowMs);
  await loadNamedAccounts(member.workspace_id, accounts ?? []);
  const code = newBearerSecret();
  const approved = { client_id: client.client_id, redirect_uri: request.redirect_uri, audience, code_challenge };
  const stored = newAuthorizationCode({ hash: secretHash(code), ...approved }, key, nowMs);
  return {
    status: 200,
    body: returnToClient(context, request, { code }),
    writes: [authorizationCodeWrite(stored), ...newApiKeyWrites(key, MAX_KEYS_PER_WORKSPACE)],
    actorUserId: member.id,
    actorClientId: session.id,
  };
});
