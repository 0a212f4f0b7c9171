import { injectRefreshFault } from '../../kit/simulator/fault-injection.ts';
import type { FaultScripts } from '../../kit/simulator/fault-scripts.ts';
import type { IssuedToken, OauthGrants } from '../../kit/simulator/oauth-grants.ts';
import {
  parseForm,
  type SimulatedRequest,
  type SimulatedResponse,
  unknownField,
} from '../../kit/simulator/simulated-http.ts';
import { X_ERRORS } from './errors.ts';

const PARAMETERS = ['grant_type', 'refresh_token', 'client_id'];
/** The lifetime of an access token. */
export const LIFETIME_SECONDS = 7_200;
const SCOPE = 'tweet.read tweet.write users.read media.write offline.access';

/** Build the error for an invalid request to the token endpoint. */
export const invalid = (error_description: string): SimulatedResponse => {
  return { status: 400, body: { error: 'invalid_request', error_description } };
};
const invalidToken = () => invalid('Value passed for the token was invalid.');
/** Build the error for an app that is not authenticated. */
export const unknownClient = (): SimulatedResponse => ({
  status: 401,
  body: { error: 'unauthorized_client', error_description: 'Missing valid authorization header' },
});

/** Parse the id and the secret of Basic authentication, each form-encoded (RFC 6749, 2.3.1). */
export function basicClient(authorization = ''): { id: string; secret: string } | undefined {
  const encoded = /^Basic (\S+)$/.exec(authorization)?.[1];
  if (encoded === undefined) return undefined;
  const [, id = '', secret = ''] = /^([^:]*):(.*)$/.exec(Buffer.from(encoded, 'base64').toString('utf8')) ?? [];
  try {
    const decode = (text: string) => decodeURIComponent(text.replaceAll('+', ' '));
    return { id: decode(id), secret: decode(secret) };
  } catch {
    return undefined;
  }
}

/**
 * Check the OAuth client of a request; null when it is valid.
 *
 * A grant registered without one accepts any.
 */
function clientObjection(
  request: SimulatedRequest,
  form: Record<string, string>,
  held: IssuedToken,
): SimulatedResponse | null {
  const { clientId, clientSecret } = held;
  if (clientSecret !== null) {
    const client = basicClient(request.headers.authorization);
    return client?.id === clientId && client?.secret === clientSecret ? null : unknownClient();
  }
  if (clientId === null || form.client_id === clientId) return null;
  return form.client_id === undefined ? invalid('Missing required parameter [client_id].') : invalidToken();
}

/**
 * Respond to `POST /2/oauth2/token` with a refresh token, which is single-use.
 *
 * A second use revokes all tokens of the same grant.
 */
export function refreshOnX(request: SimulatedRequest, grants: OauthGrants, scripts: FaultScripts): SimulatedResponse {
  const form = parseForm(request);
  const held = grants.holding('twitter', 'refresh', form?.refresh_token ?? '');

  function refresh(keepsRefreshToken: boolean): SimulatedResponse {
    if (form === undefined) return invalid('The request is not a form.');
    const unknown = unknownField(form, PARAMETERS);
    if (unknown !== undefined) return invalid(`The parameter [${unknown}] is not one of those.`);
    if (form.grant_type !== 'refresh_token') return invalid('The grant_type is not refresh_token.');
    if (held === undefined) return invalidToken();
    const objection = clientObjection(request, form, held);
    if (objection !== null) return objection;
    if (held.isSpent) grants.kill(held.family);
    if (held.isSpent || !held.isAlive) return invalidToken();
    const { accessToken, refreshToken } = grants.renew(held, LIFETIME_SECONDS, !keepsRefreshToken);
    const body = {
      token_type: 'bearer',
      expires_in: LIFETIME_SECONDS,
      access_token: accessToken,
      scope: SCOPE,
      refresh_token: refreshToken ?? '',
    };
    return { status: 200, body };
  }
  return injectRefreshFault(scripts.takeForRefresh('twitter', held?.account ?? null), {
    refresh,
    rejections: X_ERRORS,
  });
}

const REVOCATION_PARAMETERS = ['token', 'token_type_hint', 'client_id'];

/**
 * Respond to `POST /2/oauth2/revoke` (RFC 7009): every token of the grant is invalid from now on. An unknown token has no access,
 * and is no error.
 */
export function revokeOnX(request: SimulatedRequest, grants: OauthGrants): SimulatedResponse {
  const form = parseForm(request);
  if (form === undefined) return invalid('The request is not a form.');
  const unknown = unknownField(form, REVOCATION_PARAMETERS);
  if (unknown !== undefined) return invalid(`The parameter [${unknown}] is not one of those.`);
  if (form.token === undefined) return invalid('Missing required parameter [token].');
  const held = grants.holding('twitter', 'refresh', form.token) ?? grants.holding('twitter', 'access', form.token);
  const objection = held === undefined ? null : clientObjection(request, form, held);
  if (objection !== null) return objection;
  if (held !== undefined) grants.kill(held.family);
  return { status: 200, body: { revoked: true } };
}
