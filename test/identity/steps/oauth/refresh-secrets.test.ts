import { describe, expect, it } from 'vitest';
import { makeId } from '../../../../lib/core/values/id.ts';
import { type ApiKey, newKey } from '../../../../lib/identity/rules/api-key.ts';
import { firstRefreshToken, type RefreshToken } from '../../../../lib/identity/rules/oauth/refresh-token.ts';
import { exchangeRefreshToken, firstRefreshSecret } from '../../../../lib/identity/steps/oauth/refresh-secrets.ts';

const CLIENT_ID = makeId('key', 0, new Uint8Array(10));
const OWNER = { workspaceId: 'ws', userId: 'usr' };

/** The refresh tokens of a key that has made this many rotations, one a second, and the key. */
function rotated(times: number): { key: ApiKey; tokens: RefreshToken[] } {
  const { secret, state } = firstRefreshSecret(0);
  const created = newKey({ name: 'App', permissions: [] }, OWNER, { clientId: CLIENT_ID, secretHash: 'unused' }, 0);
  let key: ApiKey = { ...created, refresh: state };
  const tokens = [firstRefreshToken({ clientId: CLIENT_ID, clientSecret: secret })];
  for (let n = 0; n < times; n++) {
    const refreshed = exchangeRefreshToken(key, tokens[n]!, n * 1000);
    if (refreshed.kind !== 'current') throw new Error(refreshed.kind);
    key = { ...key, refresh: refreshed.state };
    tokens.push(refreshed.next);
  }
  return { key, tokens };
}

describe('a refresh token', () => {
  it('that was used is recognized however many others a thief has used since', () => {
    const { key, tokens } = rotated(5_000);
    for (const used of [tokens[0]!, tokens[1]!, tokens[4_998]!]) {
      expect(exchangeRefreshToken(key, used, 5_000_000).kind).toBe('reused');
    }
    expect(exchangeRefreshToken(key, tokens[5_000]!, 5_000_000).kind).toBe('current');
  });

  it('that was not issued is unknown: with a later number, another proof or another secret', () => {
    const { key, tokens } = rotated(3);
    const [first, , previous, current] = tokens as [RefreshToken, RefreshToken, RefreshToken, RefreshToken];
    for (const forged of [
      { ...current, number: 4 },
      { ...current, number: 2 },
      { ...current, proof: previous.proof },
      { ...current, proof: '' },
      { ...current, clientSecret: 'x'.repeat(43) },
      { ...first, clientSecret: 'x'.repeat(43) },
    ]) {
      expect(exchangeRefreshToken(key, forged, 3_000).kind).toBe('unknown');
    }
  });

  it('of another key is unknown', () => {
    expect(exchangeRefreshToken(rotated(3).key, rotated(3).tokens[3]!, 3_000).kind).toBe('unknown');
  });
});
