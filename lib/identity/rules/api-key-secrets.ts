import { formatInstant } from '../../core/values/timestamps.ts';
import { tooManySecrets } from '../problems.ts';
import { type AccessToken, type ApiKey, type RetiredClientSecret, TOKEN_LIFETIME_SECONDS } from './api-key.ts';

/** Maximum active secrets of one API key: clients that reroll more often do not need the overlap. */
export const MAX_ACTIVE_CLIENT_SECRETS = 5;
/** Maximum overlap of an old secret with the new one: seven days. */
export const MAX_OVERLAP_SECONDS = 7 * 86_400;

/** An accepted secret: its hash, its number, and its end (null: that of the key). */
export type ActiveSecret = { secret_hash: string; number: number; endsAtMs: number | null };

/** Return the secrets accepted at a time, newest first. */
export function activeSecrets(key: ApiKey, nowMs: number): ActiveSecret[] {
  return [
    { secret_hash: key.secret_hash, number: key.secret_number, endsAtMs: null },
    ...unexpiredSecrets(key, nowMs).map(({ expires_at, ...secret }) => ({
      ...secret,
      endsAtMs: Date.parse(expires_at),
    })),
  ];
}

/** Return true while the secret that the token was issued for is accepted. */
export function isIssuedByActiveSecret({ secret_number }: AccessToken, key: ApiKey, nowMs: number): boolean {
  return activeSecrets(key, nowMs).some(({ number }) => number === secret_number);
}

/** Return the expiry of a token issued now, in epoch milliseconds: an hour, or earlier with its secret or key. */
export function tokenExpiryMs(key: ApiKey, secret: ActiveSecret, nowMs: number): number {
  return Math.min(
    nowMs + TOKEN_LIFETIME_SECONDS * 1000,
    secret.endsAtMs ?? Number.POSITIVE_INFINITY,
    key.expires_at === null ? Number.POSITIVE_INFINITY : Date.parse(key.expires_at),
  );
}

/**
 * Replace the secret of an API key. Throws 409 if more than five secrets would be active.
 * Every accepted secret, and every token issued for it, remains valid for at most `overlapSeconds`.
 */
export function rerollSecret(key: ApiKey, secretHash: string, overlapSeconds: number, nowMs: number): ApiKey {
  const latest = nowMs + overlapSeconds * 1000;
  const retired = activeSecrets(key, nowMs)
    .map(({ endsAtMs, ...secret }) => ({ ...secret, expires_at: formatInstant(Math.min(latest, endsAtMs ?? latest)) }))
    .filter((each) => isUnexpired(each, nowMs));
  if (retired.length >= MAX_ACTIVE_CLIENT_SECRETS) {
    const next = retired.map(({ expires_at }) => expires_at).sort()[0];
    throw tooManySecrets(
      `The API key has ${retired.length} active secrets, which is the maximum. The next one expires at ${next}. To expire all of them, roll the key with overlap_seconds: 0.`,
      { extensions: { next_expires_at: next } },
    );
  }
  return {
    ...key,
    secret_hash: secretHash,
    secret_number: key.secret_number + 1,
    retired_secrets: retired,
    rerolled_at: formatInstant(nowMs),
  };
}

/** Return when the last replaced secret expires (ISO 8601), or null if none is active. */
export function previousSecretEnd(key: ApiKey, nowMs: number): string | null {
  const ends = unexpiredSecrets(key, nowMs).map(({ expires_at }) => expires_at);
  return ends.sort().at(-1) ?? null;
}

function unexpiredSecrets(key: ApiKey, nowMs: number): RetiredClientSecret[] {
  return key.retired_secrets.filter((each) => isUnexpired(each, nowMs));
}

function isUnexpired({ expires_at }: RetiredClientSecret, nowMs: number): boolean {
  return nowMs < Date.parse(expires_at);
}
