import { ApiError } from '../api-error.ts';
import { formatInstant } from '../timestamps.ts';
import type { AccessToken, ApiKey, RetiredClientSecret } from './api-key.ts';
import { TOKEN_LIFETIME_SECONDS } from './api-key.ts';

/** Secrets of one key that may work at the same time: who rerolls more often has no use for the overlap. */
export const MAX_ACTIVE_CLIENT_SECRETS = 5;

/** The longest time in which an old secret works beside the new one. Seconds: seven days. */
export const MAX_OVERLAP_SECONDS = 7 * 86_400;

/** A secret that a key can be exchanged with: its hash, its number, and when it ends (null: with the key). */
export interface ActiveSecret {
  secret_hash: string;
  number: number;
  endsAtMs: number | null;
}

/** The secrets that open a key at a time, the newest first. */
export function activeSecrets(key: ApiKey, nowMs: number): ActiveSecret[] {
  return [
    { secret_hash: key.secret_hash, number: key.secret_number, endsAtMs: null },
    ...unexpiredSecrets(key, nowMs).map(({ secret_hash, number, expires_at }) => ({
      secret_hash,
      number,
      endsAtMs: Date.parse(expires_at),
    })),
  ];
}

/** True while the secret works that a token was got with: a token ends with its secret. */
export function isIssuedByActiveSecret({ secret_number }: AccessToken, key: ApiKey, nowMs: number): boolean {
  return activeSecrets(key, nowMs).some(({ number }) => number === secret_number);
}

/** When a token got now ends, in epoch milliseconds: in an hour, or earlier with its secret or its key. */
export function tokenExpiryMs(key: ApiKey, secret: ActiveSecret, nowMs: number): number {
  return Math.min(
    nowMs + TOKEN_LIFETIME_SECONDS * 1000,
    secret.endsAtMs ?? Number.POSITIVE_INFINITY,
    key.expires_at === null ? Number.POSITIVE_INFINITY : Date.parse(key.expires_at),
  );
}

/**
 * The key with a new secret. Every secret that worked until now works for at most `overlapSeconds` more, and
 * so do the tokens got with it: with 0, whoever has an old one is locked out. 409 when more than five would
 * work at once, which cannot happen with 0.
 */
export function rerollSecret(key: ApiKey, secretHash: string, overlapSeconds: number, nowMs: number): ApiKey {
  const latest = nowMs + overlapSeconds * 1000;
  const retired = activeSecrets(key, nowMs)
    .map(({ secret_hash, number, endsAtMs }) => ({
      secret_hash,
      number,
      expires_at: formatInstant(Math.min(latest, endsAtMs ?? latest)),
    }))
    .filter((each) => isUnexpired(each, nowMs));
  if (retired.length >= MAX_ACTIVE_CLIENT_SECRETS) {
    const next = retired.map(({ expires_at }) => expires_at).sort()[0];
    throw new ApiError(
      'too_many_secrets',
      `The API key has ${retired.length} active secrets, which is the maximum. The next one expires at ${next}. Reroll with overlap_seconds: 0 to expire all of them.`,
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

/** When the last secret of before ends, as the API writes it; null when none of them works any more. */
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
