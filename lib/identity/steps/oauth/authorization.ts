import { sha256 } from '../../../core/crypto/sha256.ts';
import { fieldError } from '../../../core/problems/request-errors.ts';
import { assertWithinRateLimit } from '../../pipeline/rate-limit.ts';
import type { RequestContext } from '../../pipeline/request-context.ts';
import { resourceOf, stageOrigin } from '../../pipeline/stage-origin.ts';
import { DEFAULT_BUDGETS } from '../../rules/agent-key.ts';
import {
  type AuthorizationError,
  type AuthorizationParameters,
  type AuthorizationRequest,
  grantOf,
  parseAuthorization,
  redirectTo,
} from '../../rules/oauth/authorization-request.ts';
import { clientHost, isLoopbackUri, type OauthClient, redirectUriFault } from '../../rules/oauth/oauth-client.ts';
import { type CurrentSession, loadCallerSession } from '../current-session.ts';
import { findClientOfId } from './client-document.ts';

/** An authorization request of a known client, in the session of the member who decides it. */
export interface Authorization extends CurrentSession {
  client: OauthClient;
  request: AuthorizationRequest;
}

/**
 * Load the session of a member, and the client and the request that they decide about. Throws 422 for a client id or a
 * redirect URI that is not valid; returns the error of any other fault, for the client.
 */
export async function loadAuthorization(
  context: RequestContext,
  parameters: AuthorizationParameters,
): Promise<Authorization | AuthorizationError> {
  const session = await loadCallerSession(context, context.nowMs);
  // Before the request to the host that the client id names.
  await assertWithinRateLimit(context);
  const client = await findClientOfId(parameters.client_id, session.member, context.nowMs);
  const fault = redirectUriFault(parameters.redirect_uri, client);
  if (fault) throw fieldError('/request/redirect_uri', 'invalid_redirect_uri', fault);
  const audience = parameters.resource ? resourceOf(context, parameters.resource) : 'api';
  const request = parseAuthorization(parameters, audience);
  return 'error' in request ? request : { ...session, client, request };
}

/** Build the response that returns to the client, with the state and the issuer (RFC 9207). */
export function returnToClient(
  context: RequestContext,
  { redirect_uri, state }: AuthorizationParameters,
  answer: { code: string } | AuthorizationError,
) {
  return { redirect_to: redirectTo(redirect_uri, { ...answer, state, iss: stageOrigin(context) }) };
}

/** Build what a person sees before the decision. `confirmation` stands for all of it. */
export function toAuthorizationView(authorization: Authorization, { redirect_uri }: AuthorizationParameters) {
  const { client, request, workspace, member } = authorization;
  const { granted, unavailable } = grantOf(request, member);
  const url = new URL(redirect_uri);
  return {
    client: {
      client_id: client.client_id,
      name: client.name,
      host: clientHost(client.client_id),
      redirect_host: url.host,
      is_loopback: isLoopbackUri(url),
    },
    kind: request.audience === 'mcp' ? ('agent' as const) : ('integration' as const),
    workspace: { id: workspace.id, name: workspace.name },
    permissions: granted,
    unavailable_permissions: unavailable,
    budgets: request.audience === 'mcp' ? DEFAULT_BUDGETS : null,
    confirmation: confirmationOf(authorization, redirect_uri),
  };
}

/** Return a hash that stands for what a member sees of a request, and for the code that an approval creates. */
export function confirmationOf({ client, request, member }: Authorization, redirectUri: string): string {
  const { audience, code_challenge } = request;
  const shown = [client.client_id, client.name, redirectUri, audience, code_challenge];
  return sha256(JSON.stringify([shown, member.workspace_id, member.id, grantOf(request, member).granted]));
}
