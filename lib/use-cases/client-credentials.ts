import { timingSafeEqual } from 'node:crypto';
import { secretHash } from '../crypto/bearer-secret.ts';
import { ApiError } from '../domain/api-error.ts';
import { isId } from '../domain/id.ts';
import { type ApiKey, FAILED_EXCHANGES_PER_MINUTE, isKeyLive, keyPermissions } from '../domain/identity/api-key.ts';
import { type ActiveSecret, activeSecrets } from '../domain/identity/api-key-secrets.ts';
import { REALM } from '../http/authenticate.ts';
import { countFailedTokenRequest, loadApiKeyAndFailures } from '../table/failed-token-requests.ts';
import { loadMember } from '../table/members.ts';
import type { TokenRequest } from './token-request.ts';

/** A client whose credentials are valid, and the secret that it used. */
export type AuthenticatedClient = { key: ApiKey; secret: ActiveSecret; lastUsedAt: string | null };

/**
 * Authenticate the client of a token request. Returns its API key with the permissions its member still has. Throws the
 * same 401 for an unknown client, a wrong secret and a removed member. Each of them counts as a failure: after 30
 * failures in a minute, the client id gets 429. Contract, section 1.
 */
export async function authenticateClient(request: TokenRequest, nowMs: number): Promise<AuthenticatedClient> {
  const { clientId, clientSecret, usedBasic } = request;
  const minute = Math.floor(nowMs / 60_000);
  if (!isId('key', clientId)) throw invalidClientError(usedBasic);
  const { key, lastUsedAt, failures } = await loadApiKeyAndFailures(clientId, String(minute));
  if (failures >= FAILED_EXCHANGES_PER_MINUTE) throw tooManyFailuresError(minute, nowMs);
  const actualHash = Buffer.from(secretHash(clientSecret));
  const candidates = key ? activeSecrets(key, nowMs) : [UNKNOWN_CLIENT_SECRET];
  const secret = candidates.filter(({ secret_hash }) => timingSafeEqual(actualHash, Buffer.from(secret_hash)))[0];
  const isValid = key !== null && secret !== undefined && isKeyLive(key, nowMs);
  const member = isValid ? await loadMember(key.workspace_id, key.user_id) : null;
  if (!isValid || !member) {
    // Concurrent requests have read the same count, so the count after the increment decides.
    const failureCount = await countFailedTokenRequest(clientId, String(minute), nowMs);
    throw failureCount > FAILED_EXCHANGES_PER_MINUTE
      ? tooManyFailuresError(minute, nowMs)
      : invalidClientError(usedBasic);
  }
  return { key: { ...key, permissions: keyPermissions(key, member) }, secret, lastUsedAt };
}

// Compared with the secret of an unknown client, so that the response takes as long.
const UNKNOWN_CLIENT_SECRET: ActiveSecret = { secret_hash: secretHash('no such client'), number: 0, endsAtMs: null };

function tooManyFailuresError(minute: number, nowMs: number): ApiError {
  const seconds = Math.max(1, Math.ceil(((minute + 1) * 60_000 - nowMs) / 1000));
  return new ApiError(
    'too_many_failed_exchanges',
    'Too many token requests with this client id have failed. Retry after the time in Retry-After.',
    { headers: { 'retry-after': String(seconds) } },
  );
}

function invalidClientError(usedBasic: boolean): ApiError {
  return new ApiError('invalid_client', 'The client id or client secret is incorrect.', {
    headers: usedBasic ? { 'www-authenticate': `Basic realm="${REALM}"` } : {},
  });
}
