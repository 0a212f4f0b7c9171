import { parseForm, type SimRequest, type SimResponse, unknownField } from './exchange.ts';
import type { IssuedToken, OauthGrants } from './grants.ts';
import { injectRefreshFault } from './playing.ts';
import type { Scripts } from './scripts.ts';
import { X_ERRORS } from './x-problems.ts';

const PARAMETERS = ['grant_type', 'refresh_token', 'client_id'];
const LIFETIME_SECONDS = 7_200;
const SCOPE = 'tweet.read tweet.write users.read media.write offline.access';

const invalid = (error_description: string): SimResponse => {
  return { status: 400, body: { error: 'invalid_request', error_description } };
};
const invalidToken = () => invalid('Value passed for the token was invalid.');
const unknownClient = (): SimResponse => ({
  status: 401,
  body: { error: 'unauthorized_client', error_description: 'Missing valid authorization header' },
});

/** The id and the secret of a Basic authorization, each form-encoded (RFC 6749, 2.3.1). */
function basicClient(authorization = ''): { id: string; secret: string } | undefined {
  const encoded = /^Basic (\S+)$/.exec(authorization)?.[1];
  if (encoded === undefined) return undefined;
  const [, id = '', secret = ''] =
    /^([^:]*):(.*)$/.exec(Buffer.from(encoded, 'base64').toString('utf8')) ?? [];
  try {
    const decode = (text: string) => decodeURIComponent(text.replaceAll('+', ' '));
    return { id: decode(id), secret: decode(secret) };
  } catch {
    return undefined;
  }
}

/** What is wrong with who asks; null for nothing. A grant registered without a client has anybody's. */
function clientObjection(
  call: SimRequest,
  form: Record<string, string>,
  held: IssuedToken,
): SimResponse | null {
  const { clientId, clientSecret } = held;
  if (clientSecret !== null) {
    const client = basicClient(call.headers.authorization);
    return client?.id === clientId && client?.secret === clientSecret ? null : unknownClient();
  }
  if (clientId === null || form.client_id === clientId) return null;
  return form.client_id === undefined ? invalid('Missing required parameter [client_id].') : invalidToken();
}

/**
 * `POST /2/oauth2/token` with a refresh token, which works once: using it again ends every token that came of the
 * same registration.
 */
export function refreshOnX(call: SimRequest, grants: OauthGrants, scripts: Scripts): SimResponse {
  const form = parseForm(call);
  const held = grants.holding('twitter', 'refresh', form?.refresh_token ?? '');

  function refresh(keepsRefreshToken: boolean): SimResponse {
    if (form === undefined) return invalid('The request is not a form.');
    const strange = unknownField(form, PARAMETERS);
    if (strange !== undefined) return invalid(`The parameter [${strange}] is not one of those.`);
    if (form.grant_type !== 'refresh_token') return invalid('The grant_type is not refresh_token.');
    if (held === undefined) return invalidToken();
    const objection = clientObjection(call, form, held);
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
    refusals: X_ERRORS,
  });
}
