import type { Schemas } from './client.ts';
import { cookieRequest, dataOf } from './cookie-request.ts';
import { withRecentSignIn } from './recent-sign-in.ts';
import { send } from './session.ts';

/** The parameters of an authorization request, as the application has sent them. */
export type AuthorizationRequest = Schemas['AuthorizationRead']['request'];
/** What an application asks for, and what an approval grants. */
export type Authorization = Schemas['Authorization'];
/** What the person has decided about an authorization that was shown. */
export type AuthorizationDecision = Omit<Schemas['AuthorizationDecision'], 'request'>;

/**
 * Return what an application asks for, or the URL that reports an invalid request to the application. Throws `ApiProblem`
 * for an application or a redirect URI that cannot be verified.
 */
export function readAuthorization(request: AuthorizationRequest): Promise<Schemas['AuthorizationReadResponse']> {
  return cookieRequest('POST', '/v1/auth/authorization', { request });
}

/** Decide about a request. Returns the URL that reports the decision to the application. */
export async function decideAuthorization(
  request: AuthorizationRequest,
  decision: AuthorizationDecision,
): Promise<string> {
  const body: Schemas['AuthorizationDecision'] = { request, ...decision };
  const response = await withRecentSignIn(() => send('POST', '/v1/auth/authorization/decision', body));
  return (await dataOf<Schemas['AuthorizationRedirect']>(response)).redirect_to;
}
