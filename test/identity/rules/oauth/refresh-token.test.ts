import { describe, expect, it } from 'vitest';
import { sha256 } from '../../../../lib/core/crypto/sha256.ts';
import { placeOf } from '../../../../lib/identity/rules/oauth/refresh-token.ts';

const next = (secret: string) => sha256(`next of ${secret}`);

/** The chain of secrets that begins with one, and the state of a key that has made this many rotations. */
function chain(rotations: number) {
  const secrets = ['first'];
  for (let n = 0; n < rotations; n++) secrets.push(next(secrets[n]!));
  return { secrets, state: { secret_hash: sha256(secrets.at(-1)!), rotations } };
}

const place = (secret: string, state: { secret_hash: string; rotations: number }) =>
  placeOf(secret, state, next, sha256);

describe('the place of a refresh secret', () => {
  it('is found among all secrets that a key has had', () => {
    const { secrets, state } = chain(5);
    const places = secrets.map((secret) => place(secret, state));
    expect(places).toEqual(['earlier', 'earlier', 'earlier', 'earlier', 'previous', 'current']);
  });

  it('is unknown for any other text, and for a later secret', () => {
    const { secrets, state } = chain(3);
    for (const other of ['', 'x', next(secrets.at(-1)!)]) expect(place(other, state)).toBe('unknown');
  });

  it('is found for the first secret before any rotation', () => {
    expect(place('first', chain(0).state)).toBe('current');
  });

  it('takes a bounded number of steps', () => {
    let steps = 0;
    const counted = (secret: string) => {
      steps += 1;
      return secret;
    };
    placeOf('x', { secret_hash: 'y', rotations: 1_000_000 }, counted, sha256);
    expect(steps).toBeLessThan(5_000);
  });
});
