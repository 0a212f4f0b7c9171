import type { OauthGrants } from '../../lib/platforms/kit/simulator/oauth-grants.ts';
import { unknownField } from '../../lib/platforms/kit/simulator/simulated-http.ts';
import { isPlatform, PLATFORMS } from '../../lib/platforms/platform.ts';
import { SIMULATED_PLATFORMS } from './simulated-platforms.ts';

// biome-ignore format: one list
const FIELDS = [
  'platform', 'account', 'access_token', 'refresh_token', 'expires_in', 'client_id', 'client_secret', 'issued_at', 'scope',
];

function isToken(value: unknown): value is string {
  return typeof value === 'string' && /^\S+$/.test(value);
}

function isTextOrNull(value: unknown): value is string | null {
  return value === null || (typeof value === 'string' && value !== '');
}

/**
 * Register an account and its tokens. Returns the error in the request, or null.
 *
 * `{platform, account, access_token, refresh_token, expires_in, client_id, client_secret, issued_at, scope}`:
 * `expires_in` is in seconds, 0 for an expired token, `issued_at` an ISO 8601 instant, `scope` the permissions, separated
 * by spaces. The fields after `access_token` may be missing or null; without `scope`, the token has all permissions.
 * Messages never contain a token.
 */
export function registerAccount(grants: OauthGrants, order: Record<string, unknown> = {}): string | null {
  const unknown = unknownField(order, FIELDS);
  if (unknown !== undefined) return `${unknown} is not one of ${FIELDS.join(', ')}`;
  const { platform, account, access_token: accessToken } = order;
  if (typeof platform !== 'string' || !isPlatform(platform)) {
    return `platform is one of ${PLATFORMS.join(', ')}`;
  }
  if (typeof account !== 'string' || !SIMULATED_PLATFORMS[platform].accountPattern.test(account)) {
    return `account is not an id of ${platform}`;
  }
  if (!isToken(accessToken)) return 'access_token is a text without white space';
  const refreshToken = order.refresh_token ?? null;
  if (refreshToken !== null && !isToken(refreshToken)) return 'refresh_token is a text without white space';
  const expiresInSeconds = order.expires_in ?? SIMULATED_PLATFORMS[platform].tokenLifetimeSeconds;
  if (typeof expiresInSeconds !== 'number' || !Number.isSafeInteger(expiresInSeconds) || expiresInSeconds < 0) {
    return 'expires_in is a whole number of seconds from 0';
  }
  const { client_id: clientId = null, client_secret: clientSecret = null } = order;
  if (!isTextOrNull(clientId) || !isTextOrNull(clientSecret)) return 'client_id and client_secret are texts';
  if (clientSecret !== null && clientId === null) return 'a client_secret needs a client_id';
  const issuedAtMs = typeof order.issued_at === 'string' ? Date.parse(order.issued_at) : null;
  if (Number.isNaN(issuedAtMs) || (issuedAtMs === null && (order.issued_at ?? null) !== null)) {
    return 'issued_at is an instant';
  }
  const scope = order.scope ?? null;
  if (!isTextOrNull(scope)) return 'scope is a text';
  const tokens = { accessToken, refreshToken, expiresInSeconds, issuedAtMs };
  const isRegistered = grants.register({ platform, account, ...tokens, clientId, clientSecret, scope });
  return isRegistered ? null : 'another account has this token';
}

/** List the registered accounts, oldest first: whether they are valid and when the access token expires. */
export function listAccounts(grants: OauthGrants): object[] {
  return grants.list().map(({ platform, account, isAlive, expiresAtMs }) => {
    const access_token_expires_at = new Date(expiresAtMs).toISOString();
    return { platform, account, alive: isAlive, access_token_expires_at };
  });
}
