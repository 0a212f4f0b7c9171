import { describe, expect, it } from 'vitest';
import { type AccessToken, newKey } from '../../../lib/domain/identity/api-key.ts';
import {
  activeSecrets,
  isIssuedByActiveSecret,
  MAX_ACTIVE_CLIENT_SECRETS,
  MAX_OVERLAP_SECONDS,
  previousSecretEnd,
  rerollSecret,
  tokenExpiryMs,
} from '../../../lib/domain/identity/api-key-secrets.ts';
import { at, NOW_MS } from '../content/items.ts';
import { catchApiError } from '../thrown-api-error.ts';

const key = newKey(
  { name: 'A key', permissions: ['content:read'] },
  { workspaceId: 'ws_1', userId: 'usr_1' },
  { clientId: 'key_1', secretHash: 'first' },
  NOW_MS,
);
const reroll = (from: typeof key, hash: string, overlap: number, seconds = 0) =>
  rerollSecret(from, hash, overlap, NOW_MS + seconds * 1000);
const hashesAt = (from: typeof key, seconds: number) =>
  activeSecrets(from, NOW_MS + seconds * 1000).map(({ secret_hash }) => secret_hash);
const tokenOf = (number = 1): AccessToken => ({
  hash: 'hash',
  client_id: 'key_1',
  secret_number: number,
  user_id: 'usr_1',
  workspace_id: 'ws_1',
  permissions: ['content:read'],
  expires_at_ms: NOW_MS + 3_600_000,
});

describe('rerollSecret', () => {
  it('without an overlap leaves the new secret alone, at once', () => {
    expect(hashesAt(reroll(key, 'second', 0), 0)).toEqual(['second']);
  });

  it('takes the old secret until the overlap is over, and not at its end', () => {
    const rerolled = reroll(key, 'second', 60);
    expect(hashesAt(rerolled, 59.999)).toEqual(['second', 'first']);
    expect(hashesAt(rerolled, 60)).toEqual(['second']);
  });

  it('keeps the identity of the key, its rights and its limits', () => {
    const { secret_hash: _h, secret_number: _n, retired_secrets: _r, rerolled_at, ...rest } = key;
    expect(reroll(key, 'second', 60, 5)).toMatchObject(rest);
    expect([rerolled_at, reroll(key, 'second', 60, 5).rerolled_at]).toEqual([null, at(5)]);
  });

  it('ends with a short overlap what an earlier one had given longer', () => {
    const leaked = reroll(reroll(key, 'second', MAX_OVERLAP_SECONDS), 'third', 10);
    expect(hashesAt(leaked, 9)).toEqual(['third', 'second', 'first']);
    expect(hashesAt(leaked, 10)).toEqual(['third']);
  });

  it('gives an older secret no longer than it had', () => {
    const twice = reroll(reroll(key, 'second', 60), 'third', 3600, 30);
    expect(hashesAt(twice, 59)).toEqual(['third', 'second', 'first']);
    expect(hashesAt(twice, 60)).toEqual(['third', 'second']);
  });

  it('forgets what no longer works', () => {
    const later = reroll(reroll(key, 'second', 60), 'third', 60, 61);
    expect(later.retired_secrets.map(({ secret_hash }) => secret_hash)).toEqual(['second']);
  });

  it('refuses a sixth secret with 409, saying when there is room, but never with an overlap of 0', () => {
    let many = key;
    for (let number = 2; number <= MAX_ACTIVE_CLIENT_SECRETS; number++)
      many = reroll(many, `s${number}`, 600, number);
    expect(hashesAt(many, 6)).toHaveLength(5);
    const refusal = catchApiError(() => reroll(many, 'one more', 600, 6));
    expect(refusal.code).toBe('too_many_secrets');
    expect(refusal.extensions).toEqual({ next_expires_at: at(602) });
    expect(hashesAt(reroll(many, 'one more', 0, 6), 6)).toEqual(['one more']);
  });
});

describe('isIssuedByActiveSecret', () => {
  const rerolled = reroll(key, 'second', 60);

  it('holds for a token of the old secret until the overlap is over, and not at its end', () => {
    expect(isIssuedByActiveSecret(tokenOf(1), rerolled, NOW_MS + 59_999)).toBe(true);
    expect(isIssuedByActiveSecret(tokenOf(1), rerolled, NOW_MS + 60_000)).toBe(false);
  });

  it('holds for a token of the new secret', () => {
    expect(isIssuedByActiveSecret(tokenOf(2), rerolled, NOW_MS + 60_000)).toBe(true);
  });

  it('takes a token without a number for one of the first secret', () => {
    expect(isIssuedByActiveSecret(tokenOf(), key, NOW_MS)).toBe(true);
    expect(isIssuedByActiveSecret(tokenOf(), rerolled, NOW_MS + 60_000)).toBe(false);
  });
});

describe('tokenExpiryMs', () => {
  const [current] = activeSecrets(key, NOW_MS);

  it('is in an hour', () => {
    expect(tokenExpiryMs(key, current!, NOW_MS)).toBe(NOW_MS + 3_600_000);
  });

  it('is the end of the old secret when that comes first', () => {
    const rerolled = reroll(key, 'second', 60);
    const [newer, older] = activeSecrets(rerolled, NOW_MS);
    expect(tokenExpiryMs(rerolled, older!, NOW_MS)).toBe(NOW_MS + 60_000);
    expect(tokenExpiryMs(rerolled, newer!, NOW_MS)).toBe(NOW_MS + 3_600_000);
  });

  it('is the end of the key when that comes first', () => {
    expect(tokenExpiryMs({ ...key, expires_at: at(90) }, current!, NOW_MS)).toBe(NOW_MS + 90_000);
  });
});

describe('previousSecretEnd', () => {
  it('is the latest end of a secret that still works, and null when none does', () => {
    const twice = reroll(reroll(key, 'second', 60), 'third', 3600);
    expect(previousSecretEnd(twice, NOW_MS)).toBe(at(3600));
    expect(previousSecretEnd(twice, NOW_MS + 3_600_000)).toBeNull();
    expect(previousSecretEnd(key, NOW_MS)).toBeNull();
  });
});
