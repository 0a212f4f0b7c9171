import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { newBearerSecret, secretHash } from '../../../core/crypto/bearer-secret.ts';
import type { ApiKey, RefreshState } from '../../rules/api-key.ts';
import { type Place, placeOf, REUSE_GRACE_MS, type RefreshToken } from '../../rules/oauth/refresh-token.ts';

/** Create the first refresh secret of an API key, and the state to store. */
export function firstRefreshSecret(nowMs: number): { secret: string; state: RefreshState } {
  const secret = newBearerSecret();
  return { secret, state: { secret_hash: secretHash(secret), salt: newSalt(), rotations: 0, rotated_at_ms: nowMs } };
}

/** What a refresh token is to an API key: the next one to return, and the state to store where it rotates. */
export type Refreshed =
  | { kind: 'current'; next: RefreshToken; state: RefreshState }
  | { kind: 'repeated'; next: RefreshToken }
  | { kind: 'reused' | 'unknown' };

/**
 * Exchange a refresh token. The next one has the same secret, the next number and an HMAC of both, so that a repeat after a
 * lost response has the same result, and so that any earlier one is recognized, however many there were.
 */
export function exchangeRefreshToken(key: ApiKey, token: RefreshToken, nowMs: number): Refreshed {
  const state = key.refresh ?? deviceState(key);
  if (!isIssued(token, state)) return { kind: 'unknown' };
  const { rotations, rotated_at_ms } = state;
  switch (placeOf(token.number, rotations) satisfies Place) {
    case 'current': {
      const rotated = { ...state, rotations: rotations + 1, rotated_at_ms: nowMs };
      return { kind: 'current', next: nextToken(token, state), state: rotated };
    }
    case 'previous':
      if (nowMs - rotated_at_ms > REUSE_GRACE_MS) return { kind: 'reused' };
      return { kind: 'repeated', next: nextToken(token, state) };
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

// A hash of 256 random bits: the time of its comparison tells nothing about the secret.
function isIssued(token: RefreshToken, { secret_hash, salt }: RefreshState): boolean {
  if (secretHash(token.clientSecret) !== secret_hash) return false;
  if (token.number === 0) return true;
  const [sent, expected] = [token.proof, proofOf(token, salt)].map((text) => Buffer.from(text));
  return sent!.length === expected!.length && timingSafeEqual(sent!, expected!);
}

function nextToken(token: RefreshToken, { salt }: RefreshState): RefreshToken {
  const next = { ...token, number: token.number + 1 };
  return { ...next, proof: proofOf(next, salt) };
}

function proofOf({ clientSecret, number }: RefreshToken, salt: string): string {
  return createHmac('sha256', salt).update(`${number}.${clientSecret}`).digest('base64url');
}

function newSalt(): string {
  return randomBytes(32).toString('base64url');
}
