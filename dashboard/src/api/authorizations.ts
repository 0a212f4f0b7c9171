import type { Schemas } from './client.ts';
import { cookieRequest, dataOf } from './cookie-request.ts';
import { withRecentSignIn } from './recent-sign-in.ts';
import { send } from './session.ts';

/** The parameters of an authorization request, as the application has sent them. */
export type AuthorizationRequest = Schemas['AuthorizationRead']['request'];
/** What an application asks for, and what an approval grants. */
export type Authorization = Extract<Schemas['Authorization'], { client: unknown }>;
export type AuthorizationDecision = Omit<Schemas['AuthorizationDecision'], 'request'>;

/**
 * Return what an application asks for, or the URL that reports an error to the application. Throws `ApiProblem` while the
 * application and its redirect URI are not verified.
 */
export function readAuthorization(request: AuthorizationRequest): Promise<Schemas['Authorization']> {
  return cookieRequest('POST', '/v1/auth/authorization', { request });
}

/** Decide about an authorization as it was shown. Returns the URL that reports it to the application. */
export async function decideAuthorization(
  request: AuthorizationRequest,
  decision: AuthorizationDecision,
): Promise<string> {
  const body = { request, ...decision };
  const response = await withRecentSignIn(() => send('POST', '/v1/auth/authorization/decision', body));
  return (await dataOf<Schemas['AuthorizationOutcome']>(response)).redirect_to;
}
