import { describe, expect, it } from 'vitest';
import { type AccessToken, newKey } from '../../../lib/identity/rules/api-key.ts';
import {
  activeSecrets,
  isIssuedByActiveSecret,
  MAX_ACTIVE_CLIENT_SECRETS,
  MAX_OVERLAP_SECONDS,
  previousSecretEnd,
  rerollSecret,
  tokenExpiryMs,
} from '../../../lib/identity/rules/api-key-secrets.ts';
import { at, NOW_MS } from '../../content/rules/items.ts';
import { catchApiError } from '../../core/values/thrown-api-error.ts';

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
  it('replaces every secret at once without an overlap', () => {
    expect(hashesAt(reroll(key, 'second', 0), 0)).toEqual(['second']);
  });

  it('accepts the old secret until the overlap ends, exclusive', () => {
    const rerolled = reroll(key, 'second', 60);
    expect(hashesAt(rerolled, 59.999)).toEqual(['second', 'first']);
    expect(hashesAt(rerolled, 60)).toEqual(['second']);
  });

  it('keeps the id, permissions and limits of the key', () => {
    const { secret_hash: _h, secret_number: _n, retired_secrets: _r, rerolled_at, ...rest } = key;
    expect(reroll(key, 'second', 60, 5)).toMatchObject(rest);
    expect([rerolled_at, reroll(key, 'second', 60, 5).rerolled_at]).toEqual([null, at(5)]);
  });

  it('shortens the overlap of earlier secrets to the new one', () => {
    const leaked = reroll(reroll(key, 'second', MAX_OVERLAP_SECONDS), 'third', 10);
    expect(hashesAt(leaked, 9)).toEqual(['third', 'second', 'first']);
    expect(hashesAt(leaked, 10)).toEqual(['third']);
  });

  it('does not extend the overlap of an earlier secret', () => {
    const twice = reroll(reroll(key, 'second', 60), 'third', 3600, 30);
    expect(hashesAt(twice, 59)).toEqual(['third', 'second', 'first']);
    expect(hashesAt(twice, 60)).toEqual(['third', 'second']);
  });

  it('removes expired secrets', () => {
    const later = reroll(reroll(key, 'second', 60), 'third', 60, 61);
    expect(later.retired_secrets.map(({ secret_hash }) => secret_hash)).toEqual(['second']);
  });

  it('rejects a sixth secret with 409 and the next expiry, but never with an overlap of 0', () => {
    let many = key;
    for (let number = 2; number <= MAX_ACTIVE_CLIENT_SECRETS; number++) many = reroll(many, `s${number}`, 600, number);
    expect(hashesAt(many, 6)).toHaveLength(5);
    const rejection = catchApiError(() => reroll(many, 'one more', 600, 6));
    expect(rejection.code).toBe('too_many_secrets');
    expect(rejection.extensions).toEqual({ next_expires_at: at(602) });
    expect(hashesAt(reroll(many, 'one more', 0, 6), 6)).toEqual(['one more']);
  });
});

describe('isIssuedByActiveSecret', () => {
  const rerolled = reroll(key, 'second', 60);

  it('is true for a token of the old secret until the overlap ends, exclusive', () => {
    expect(isIssuedByActiveSecret(tokenOf(1), rerolled, NOW_MS + 59_999)).toBe(true);
    expect(isIssuedByActiveSecret(tokenOf(1), rerolled, NOW_MS + 60_000)).toBe(false);
  });

  it('is true for a token of the new secret', () => {
    expect(isIssuedByActiveSecret(tokenOf(2), rerolled, NOW_MS + 60_000)).toBe(true);
  });

  it('treats a token without a number as one of the first secret', () => {
    expect(isIssuedByActiveSecret(tokenOf(), key, NOW_MS)).toBe(true);
    expect(isIssuedByActiveSecret(tokenOf(), rerolled, NOW_MS + 60_000)).toBe(false);
  });
});

describe('tokenExpiryMs', () => {
  const [current] = activeSecrets(key, NOW_MS);

  it('is one hour later', () => {
    expect(tokenExpiryMs(key, current!, NOW_MS)).toBe(NOW_MS + 3_600_000);
  });

  it('is the end of the old secret when that is earlier', () => {
    const rerolled = reroll(key, 'second', 60);
    const [newer, older] = activeSecrets(rerolled, NOW_MS);
    expect(tokenExpiryMs(rerolled, older!, NOW_MS)).toBe(NOW_MS + 60_000);
    expect(tokenExpiryMs(rerolled, newer!, NOW_MS)).toBe(NOW_MS + 3_600_000);
  });

  it('is the expiry of the key when that is earlier', () => {
    expect(tokenExpiryMs({ ...key, expires_at: at(90) }, current!, NOW_MS)).toBe(NOW_MS + 90_000);
  });
});

describe('previousSecretEnd', () => {
  it('is the latest end of an accepted old secret, and null without one', () => {
    const twice = reroll(reroll(key, 'second', 60), 'third', 3600);
    expect(previousSecretEnd(twice, NOW_MS)).toBe(at(3600));
    expect(previousSecretEnd(twice, NOW_MS + 3_600_000)).toBeNull();
    expect(previousSecretEnd(key, NOW_MS)).toBeNull();
  });
});
