import { createHmac, randomBytes } from 'node:crypto';
import { newBearerSecret, secretHash } from '../../../core/crypto/bearer-secret.ts';
import type { ApiKey, RefreshState } from '../../rules/api-key.ts';
import { type Place, placeOf, REUSE_GRACE_MS } from '../../rules/oauth/refresh-token.ts';

/** Create the first refresh secret of an API key, and the state to store. */
export function firstRefreshSecret(nowMs: number): { secret: string; state: RefreshState } {
  const secret = newBearerSecret();
  return { secret, state: { secret_hash: secretHash(secret), salt: newSalt(), rotations: 0, rotated_at_ms: nowMs } };
}

/** What a refresh secret is to an API key: the next secret to return, and the state to store where it rotates. */
export type Refreshed =
  | { kind: 'current'; next: string; state: RefreshState }
  | { kind: 'repeated'; next: string }
  | { kind: 'reused' | 'unknown' };

/**
 * Exchange a refresh secret. The next one is an HMAC of it, so that a repeat after a lost response has the same result, and
 * so that an earlier one is recognized: the chain that begins with it leads to the current one.
 */
export function refreshSecret(key: ApiKey, secret: string, nowMs: number): Refreshed {
  const { secret_hash, salt, rotations, rotated_at_ms } = key.refresh ?? deviceState(key);
  const place = placeOf(secret, { secret_hash, rotations }, (text) => nextSecret(salt, text), secretHash);
  switch (place satisfies Place) {
    case 'current': {
      const next = nextSecret(salt, secret);
      const rotated = { salt, rotations: rotations + 1, rotated_at_ms: nowMs };
      return { kind: 'current', next, state: { secret_hash: secretHash(next), ...rotated } };
    }
    case 'previous':
      if (nowMs - rotated_at_ms > REUSE_GRACE_MS) return { kind: 'reused' };
      return { kind: 'repeated', next: nextSecret(salt, secret) };
    case 'earlier':
      return { kind: 'reused' };
    case 'unknown':
      return { kind: 'unknown' };
  }
}

/** A device has the secret of its key as its first refresh token. */
function deviceState({ secret_hash }: ApiKey): RefreshState {
  return { secret_hash, salt: newSalt(), rotations: 0, rotated_at_ms: 0 };
}

function nextSecret(salt: string, secret: string): string {
  return createHmac('sha256', salt).update(secret).digest('base64url');
}

function newSalt(): string {
  return randomBytes(32).toString('base64url');
}
