import { secretHash } from '../crypto/bearer-secret.ts';
import { ApiError } from '../domain/api-error.ts';
import { effectivePermissions, isKeyLive } from '../domain/identity/api-key.ts';
import { isIssuedByActiveSecret } from '../domain/identity/api-key-secrets.ts';
import { loadAccessToken } from '../table/access-tokens.ts';
import { isAllowed } from './allowed-ips.ts';
import { touchApiKey } from './api-key-usage.ts';
import type { RequestContext } from './request-context.ts';

export const REALM = 'content-intelligence';

// A token is looked up once per function instance and minute; that bounds how long a revoked key
// and a removed member live on.
const TOKEN_CACHE_TTL_MS = 60_000;
const TOKEN_CACHE_MAX = 1_000;

type CachedToken = NonNullable<Awaited<ReturnType<typeof loadAccessToken>>>;
const tokenCache = new Map<string, { known: CachedToken; untilMs: number }>();

/**
 * Finds out who is calling. Without credentials, 401 with no error code (RFC 6750, section 3.1); with bad
 * ones, 401 `invalid_token`; from an address the key does not allow, 403. Routes that ask for nothing pass.
 */
export async function authenticate(call: RequestContext): Promise<void> {
  if (call.route?.permissions === 'none') return;
  const bearer = /^bearer +(.*)$/i.exec(call.event.headers?.authorization?.trim() ?? '');
  if (!bearer) {
    throw new ApiError(
      'missing_credentials',
      'An access token is required. Send it as Authorization: Bearer <token>.',
      {
        headers: { 'www-authenticate': `Bearer realm="${REALM}"` },
      },
    );
  }
  const known = /^[A-Za-z0-9_-]{1,128}$/.test(bearer[1]!) ? await lookUp(bearer[1]!, call.nowMs) : null;
  if (!known || !isLive(known, call.nowMs)) {
    throw new ApiError(
      'invalid_token',
      'The access token is unknown, expired or revoked. Request a new one.',
      {
        headers: { 'www-authenticate': `Bearer realm="${REALM}", error="invalid_token"` },
      },
    );
  }
  const { token, key, member, workspace } = known;
  // Only the address the gateway saw counts: a header would be the caller's own word.
  if (!isAllowed(call.event.requestContext.http.sourceIp, key.allowed_ips)) {
    throw new ApiError('ip_not_allowed', 'This API key cannot be used from your IP address.');
  }
  // Remembered with the rest, so that this instance writes it once.
  known.lastUsedAt = touchApiKey(call, key.client_id, known.lastUsedAt);
  call.caller = {
    workspace,
    userId: key.user_id,
    role: member.role,
    clientId: key.client_id,
    permissions: effectivePermissions(token, key, member),
    tokenExpiresAtMs: token.expires_at_ms,
    hourlyLimit: key.hourly_limit,
  };
}

function isLive({ token, key }: CachedToken, nowMs: number): boolean {
  return token.expires_at_ms > nowMs && isKeyLive(key, nowMs) && isIssuedByActiveSecret(token, key, nowMs);
}

async function lookUp(token: string, nowMs: number): Promise<CachedToken | null> {
  const hash = secretHash(token);
  const memory = tokenCache.get(hash);
  if (memory && memory.untilMs > nowMs) return memory.known;
  const known = await loadAccessToken(hash);
  tokenCache.delete(hash);
  if (known) {
    if (tokenCache.size >= TOKEN_CACHE_MAX) tokenCache.delete(tokenCache.keys().next().value!);
    tokenCache.set(hash, { known, untilMs: nowMs + TOKEN_CACHE_TTL_MS });
  }
  return known;
}
