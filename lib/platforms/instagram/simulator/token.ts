import { injectRefreshFault } from '../../kit/simulator/fault-injection.ts';
import type { FaultScripts } from '../../kit/simulator/fault-scripts.ts';
import type { OauthGrants } from '../../kit/simulator/oauth-grants.ts';
import {
  parseParameters,
  type SimulatedRequest,
  type SimulatedResponse,
  unknownField,
} from '../../kit/simulator/simulated-http.ts';
import { expired, graphError, INSTAGRAM_ERRORS, revoked, unknownToken } from './errors.ts';

/** The lifetime of an access token. */
export const LIFETIME_SECONDS = 5_184_000;
const MIN_AGE_MS = 24 * 3_600_000;

/**
 * Respond to `GET /refresh_access_token`: issue a new token for a valid one.
 *
 * The previous token stays valid until it expires. The minimum age of a token is checked only for an account that was registered with `issued_at`.
 */
export function refreshOnInstagram(
  request: SimulatedRequest,
  grants: OauthGrants,
  scripts: FaultScripts,
): SimulatedResponse {
  const parameters = parseParameters(request.query);
  const held = grants.holding('instagram', 'access', parameters?.access_token ?? '');

  function refresh(): SimulatedResponse {
    const unknown =
      parameters === undefined ? 'access_token' : unknownField(parameters, ['grant_type', 'access_token']);
    if (unknown !== undefined) return graphError(100, `Invalid parameter: ${unknown}`);
    if (parameters?.grant_type !== 'ig_refresh_token')
      return graphError(100, 'Param grant_type must be ig_refresh_token');
    if (held === undefined) return unknownToken();
    const { state } = grants.accessOf('instagram', held.token);
    if (state !== 'valid') return state === 'expired' ? expired() : revoked();
    if (held.issuedAtMs !== null && Date.now() - held.issuedAtMs < MIN_AGE_MS) {
      return graphError(190, 'The access token must be at least 24 hours old to be refreshed');
    }
    const { accessToken } = grants.renew(held, LIFETIME_SECONDS, false);
    const body = { access_token: accessToken, token_type: 'bearer', expires_in: LIFETIME_SECONDS };
    return { status: 200, body };
  }
  const account = held?.account ?? null;
  // Instagram issues no refresh tokens, so `without_refresh_token` changes nothing.
  return injectRefreshFault(scripts.takeForRefresh('instagram', account), {
    refresh,
    rejections: INSTAGRAM_ERRORS,
  });
}
