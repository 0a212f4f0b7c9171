import { injectRefreshFault } from '../../kit/simulator/fault-injection.ts';
import type { FaultScripts } from '../../kit/simulator/fault-scripts.ts';
import type { IssuedToken, OauthGrants } from '../../kit/simulator/oauth-grants.ts';
import {
  parseForm,
  type SimulatedRequest,
  type SimulatedResponse,
  unknownField,
} from '../../kit/simulator/simulated-http.ts';
import { LINKEDIN_ERRORS } from './errors.ts';

const PARAMETERS = ['grant_type', 'refresh_token', 'client_id', 'client_secret'];
/** The lifetime of an access token. */
export const LIFETIME_SECONDS = 5_184_000;
/** The lifetime of a refresh token from the consent of the user; use does not extend it. */
export const REFRESH_LIFETIME_SECONDS = 365 * 86_400;

/** Build an error of the token endpoint. */
export function reject(status: number, error: string, error_description: string): SimulatedResponse {
  return { status, body: { error, error_description } };
}

/** Check the OAuth client. A grant registered without one accepts any. */
function isClientOf({ clientId, clientSecret }: IssuedToken, form: Record<string, string>): boolean {
  if (clientId !== null && form.client_id !== clientId) return false;
  return clientSecret === null || form.client_secret === clientSecret;
}

/** Respond to `POST /oauth/v2/accessToken`. The refresh token does not change. */
export function refreshOnLinkedIn(
  request: SimulatedRequest,
  grants: OauthGrants,
  scripts: FaultScripts,
): SimulatedResponse {
  const form = parseForm(request);
  const held = grants.holding('linkedin', 'refresh', form?.refresh_token ?? '');

  function refresh(hidesRefreshToken: boolean): SimulatedResponse {
    const missing = form === undefined ? 'grant_type' : PARAMETERS.find((name) => !form[name]);
    if (form === undefined || missing !== undefined) {
      return reject(400, 'invalid_request', `A required parameter "${missing}" is missing`);
    }
    const unknownName = unknownField(form, PARAMETERS);
    if (unknownName !== undefined) return reject(400, 'invalid_request', `The parameter "${unknownName}" is unknown`);
    if (form.grant_type !== 'refresh_token') {
      return reject(400, 'unsupported_grant_type', 'The grant_type is not refresh_token');
    }
    const unknown = () => reject(400, 'invalid_grant', 'The provided refresh token is invalid');
    if (held === undefined || !held.isAlive) return unknown();
    if (!isClientOf(held, form)) return reject(401, 'invalid_client', 'Client authentication failed');
    const agedSeconds = Math.floor((Date.now() - (held.issuedAtMs ?? held.registeredAtMs)) / 1_000);
    const leftSeconds = REFRESH_LIFETIME_SECONDS - agedSeconds;
    if (leftSeconds <= 0) return unknown();
    // An access token expires no later than its refresh token.
    const expiresInSeconds = Math.min(LIFETIME_SECONDS, leftSeconds);
    const { accessToken } = grants.renew(held, expiresInSeconds, false);
    const body = {
      access_token: accessToken,
      expires_in: expiresInSeconds,
      refresh_token: hidesRefreshToken ? '' : held.token,
      refresh_token_expires_in: leftSeconds,
    };
    return { status: 200, body };
  }
  const account = held?.account ?? null;
  return injectRefreshFault(scripts.takeForRefresh('linkedin', account), {
    refresh,
    rejections: LINKEDIN_ERRORS,
  });
}
