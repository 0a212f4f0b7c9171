import { timingSafeEqual } from 'node:crypto';
import { secretHash } from '../../../core/crypto/bearer-secret.ts';
import { sha256 } from '../../../core/crypto/sha256.ts';
import type { ApiError } from '../../../core/problems/define-problem.ts';
import { sourceNetwork } from '../../../core/rate-limit/source-network.ts';
import { isId } from '../../../core/values/id.ts';
import { type ApiKey, isKeyLive, keyPermissions } from '../../rules/api-key.ts';
import { type ActiveSecret, activeSecrets } from '../../rules/api-key-secrets.ts';
import { REALM } from '../../rules/challenge.ts';
import type { Member } from '../../rules/member.ts';
import { invalidClient, tooManyFailedExchanges } from '../../rules/oauth/problems.ts';
import type { KeySecret } from '../../rules/oauth/refresh-token.ts';
import { FAILED_EXCHANGES_PER_MINUTE } from '../../rules/rate-limits.ts';
import { loadClient } from '../../store/api-keys.ts';
import { countFailedTokenRequest, failureCounter } from '../../store/failed-token-requests.ts';
import { loadMember } from '../../store/members.ts';
import type { ClientCredentials } from './token-request.ts';

/** A client whose credentials are valid, and the secret that it used. */
export type AuthenticatedClient = StoredClient & { secret: ActiveSecret };

type StoredClient = { key: ApiKey; lastUsedAt: string | null };

/**
 * Authenticate the client of a token request. Returns its API key with the permissions its member still has. Throws the
 * same 401 for an unknown client, a wrong secret and a removed member. Each of them counts as a failure. A correct secret is
 * accepted whatever the count, so that an attacker cannot lock a client out; guessing 256 bits is hopeless at any rate.
 * See docs/reference/api-keys.md.
 */
export async function authenticateClient(
  request: ClientCredentials,
  sourceIp: string,
  nowMs: number,
): Promise<AuthenticatedClient> {
  const client = await findClient(request, nowMs);
  // A refresh token has the secret of a key too, and must not be exchanged without its rotation.
  if (client && !client.key.oauth_client) return client;
  await countFailure(request.clientId, sourceIp, nowMs);
  throw invalidClientError(request.usedBasic);
}

/** Return the live API key with this secret, of a present member, or null. */
export async function findClient(
  { clientId, clientSecret }: KeySecret,
  nowMs: number,
): Promise<AuthenticatedClient | null> {
  const found = isId('key', clientId) || isId('stageKey', clientId) ? await loadClient(clientId) : null;
  const key = found?.key ?? null;
  const actualHash = Buffer.from(secretHash(clientSecret));
  const candidates = key ? activeSecrets(key, nowMs) : [UNKNOWN_CLIENT_SECRET];
  const secret = candidates.filter(({ secret_hash }) => timingSafeEqual(actualHash, Buffer.from(secret_hash)))[0];
  const isValid = key !== null && secret !== undefined && isKeyLive(key, nowMs);
  const member = isValid ? await loadMember(key.workspace_id, key.user_id) : null;
  if (!isValid || !member) return null;
  return { key: { ...key, permissions: keyPermissions(key, member) }, secret, lastUsedAt: found!.lastUsedAt };
}

/** Return the client of an API key that a code or a refresh token has authenticated, with the permissions of its member. */
export function clientOf({ key, lastUsedAt }: StoredClient, member: Member): AuthenticatedClient {
  const secret = { secret_hash: key.secret_hash, number: key.secret_number, endsAtMs: null };
  return { key: { ...key, permissions: keyPermissions(key, member) }, secret, lastUsedAt };
}

/**
 * Count a failed request with a client id, or with another text that names what it guesses. Throws 429 from the 31st on of
 * that text and source address in a minute.
 */
export async function countFailure(clientId: string, sourceIp: string, nowMs: number): Promise<void> {
  const minute = Math.floor(nowMs / 60_000);
  const failure = { source: sourceNetwork(sourceIp), counter: failureCounter(clientId, sha256) };
  const failureCount = await countFailedTokenRequest({ ...failure, minute: String(minute) }, nowMs);
  if (failureCount > FAILED_EXCHANGES_PER_MINUTE) throw tooManyFailuresError(minute, nowMs);
}

// Compared with the secret of an unknown client, so that the response takes as long.
const UNKNOWN_CLIENT_SECRET: ActiveSecret = { secret_hash: secretHash('no such client'), number: 0, endsAtMs: null };

function tooManyFailuresError(minute: number, nowMs: number): ApiError {
  const seconds = Math.max(1, Math.ceil(((minute + 1) * 60_000 - nowMs) / 1000));
  return tooManyFailedExchanges(
    'Too many requests with this client id, device code or token failed from your IP address. Retry after the time in Retry-After.',
    { headers: { 'retry-after': String(seconds) } },
  );
}

function invalidClientError(usedBasic: boolean): ApiError {
  return invalidClient('The client id or client secret is incorrect.', {
    headers: usedBasic ? { 'www-authenticate': `Basic realm="${REALM}"` } : {},
  });
}
