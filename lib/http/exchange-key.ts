import { timingSafeEqual } from 'node:crypto';
import { type WorkingSecret, workingSecrets } from '../domain/client-secrets.ts';
import { FAILED_EXCHANGES_PER_MINUTE, isKeyLive, type Key, keyPermissions } from '../domain/credential.ts';
import { isId } from '../domain/id.ts';
import { Refusal } from '../domain/refusal.ts';
import { countFailure, loadKeyAndFailures } from '../table/credential.ts';
import { loadMember } from '../table/workspace.ts';
import { REALM } from './authenticate.ts';
import { secretHash } from './secret.ts';
import type { TokenRequest } from './token-request.ts';

/** What a token request was right about. */
export interface Exchanged {
  key: Key;
  secret: WorkingSecret;
  lastUsedAt: string | null;
}

/**
 * The key of a token request, if one of its secrets that work was sent, with the permissions its person still
 * holds; the key of a removed member is unknown. An unknown client and a wrong secret are answered
 * alike, and both count: after 30 failures in a minute the client id has to wait (429). Contract, section 1.
 */
export async function exchangeKey(request: TokenRequest, nowMs: number): Promise<Exchanged> {
  const { clientId, clientSecret, usedBasic } = request;
  const minute = Math.floor(nowMs / 60_000);
  if (!isId('key', clientId)) throw unknownClient(usedBasic);
  const { key, lastUsedAt, failures } = await loadKeyAndFailures(clientId, String(minute));
  if (failures >= FAILED_EXCHANGES_PER_MINUTE) throw tooMany(minute, nowMs);
  const given = Buffer.from(secretHash(clientSecret));
  const taken = key ? workingSecrets(key, nowMs) : [NO_SECRET];
  const secret = taken.filter(({ secret_hash }) => timingSafeEqual(given, Buffer.from(secret_hash)))[0];
  const isGood = key !== null && secret !== undefined && isKeyLive(key, nowMs);
  const member = isGood ? await loadMember(key.workspace_id, key.user_id) : null;
  if (!isGood || !member) {
    // Those sent at the same time read the same count before; each is told by the count it made itself.
    const counted = await countFailure(clientId, String(minute), nowMs);
    throw counted > FAILED_EXCHANGES_PER_MINUTE ? tooMany(minute, nowMs) : unknownClient(usedBasic);
  }
  return { key: { ...key, permissions: keyPermissions(key, member) }, secret, lastUsedAt };
}

// Compared with, where there is no such client, so that it takes as long.
const NO_SECRET: WorkingSecret = {
  secret_hash: secretHash('no such client'),
  number: 0,
  endsAtMs: null,
};

function tooMany(minute: number, nowMs: number): Refusal {
  const seconds = Math.max(1, Math.ceil(((minute + 1) * 60_000 - nowMs) / 1000));
  return new Refusal('too_many_failed_exchanges', 'Too many failed exchanges with this client id.', {
    headers: { 'retry-after': String(seconds) },
  });
}

function unknownClient(usedBasic: boolean): Refusal {
  return new Refusal('invalid_client', 'The client id or its secret is not right.', {
    headers: usedBasic ? { 'www-authenticate': `Basic realm="${REALM}"` } : {},
  });
}
