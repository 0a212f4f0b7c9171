import { timingSafeEqual } from 'node:crypto';
import { secretHash } from '../crypto/bearer-secret.ts';
import { ApiError } from '../domain/api-error.ts';
import { isId } from '../domain/id.ts';
import {
  type ApiKey,
  FAILED_EXCHANGES_PER_MINUTE,
  isKeyLive,
  keyPermissions,
} from '../domain/identity/api-key.ts';
import { type ActiveSecret, activeSecrets } from '../domain/identity/api-key-secrets.ts';
import { REALM } from '../http/authenticate.ts';
import { countFailedTokenRequest, loadApiKeyAndFailures } from '../table/failed-token-requests.ts';
import { loadMember } from '../table/members.ts';
import type { TokenRequest } from './token-request.ts';

/** What a token request was right about. */
export interface AuthenticatedClient {
  key: ApiKey;
  secret: ActiveSecret;
  lastUsedAt: string | null;
}

/**
 * The key of a token request, if one of its secrets that work was sent, with the permissions its person still
 * holds; the key of a removed member is unknown. An unknown client and a wrong secret are answered
 * alike, and both count: after 30 failures in a minute the client id has to wait (429). Contract, section 1.
 */
export async function authenticateClient(request: TokenRequest, nowMs: number): Promise<AuthenticatedClient> {
  const { clientId, clientSecret, usedBasic } = request;
  const minute = Math.floor(nowMs / 60_000);
  if (!isId('key', clientId)) throw unknownClient(usedBasic);
  const { key, lastUsedAt, failures } = await loadApiKeyAndFailures(clientId, String(minute));
  if (failures >= FAILED_EXCHANGES_PER_MINUTE) throw tooMany(minute, nowMs);
  const given = Buffer.from(secretHash(clientSecret));
  const taken = key ? activeSecrets(key, nowMs) : [NO_SECRET];
  const secret = taken.filter(({ secret_hash }) => timingSafeEqual(given, Buffer.from(secret_hash)))[0];
  const isGood = key !== null && secret !== undefined && isKeyLive(key, nowMs);
  const member = isGood ? await loadMember(key.workspace_id, key.user_id) : null;
  if (!isGood || !member) {
    // Those sent at the same time read the same count before; each is told by the count it made itself.
    const counted = await countFailedTokenRequest(clientId, String(minute), nowMs);
    throw counted > FAILED_EXCHANGES_PER_MINUTE ? tooMany(minute, nowMs) : unknownClient(usedBasic);
  }
  return { key: { ...key, permissions: keyPermissions(key, member) }, secret, lastUsedAt };
}

// Compared with, where there is no such client, so that it takes as long.
const NO_SECRET: ActiveSecret = {
  secret_hash: secretHash('no such client'),
  number: 0,
  endsAtMs: null,
};

function tooMany(minute: number, nowMs: number): ApiError {
  const seconds = Math.max(1, Math.ceil(((minute + 1) * 60_000 - nowMs) / 1000));
  return new ApiError(
    'too_many_failed_exchanges',
    'Too many token requests with this client id have failed. Retry after the time in Retry-After.',
    {
      headers: { 'retry-after': String(seconds) },
    },
  );
}

function unknownClient(usedBasic: boolean): ApiError {
  return new ApiError('invalid_client', 'The client id or client secret is incorrect.', {
    headers: usedBasic ? { 'www-authenticate': `Basic realm="${REALM}"` } : {},
  });
}
