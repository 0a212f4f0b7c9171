import { describe, expect, it } from 'vitest';
import { makeId } from '../../../../lib/core/values/id.ts';
import {
  firstRefreshToken,
  formatRefreshToken,
  parseRefreshToken,
  placeOf,
} from '../../../../lib/identity/rules/oauth/refresh-token.ts';

const FIRST = firstRefreshToken({ clientId: makeId('key', 0, new Uint8Array(10)), clientSecret: 'a-secret' });

describe('the place of a refresh token', () => {
  it.each([
    [0, 'earlier'],
    [3, 'earlier'],
    [4, 'previous'],
    [5, 'current'],
    [6, 'unknown'],
  ])('with the number %s after five rotations is %s', (number, place) => {
    expect(placeOf(number, 5)).toBe(place);
  });
});

describe('the text of a refresh token', () => {
  it.each([FIRST, { ...FIRST, number: 1, proof: 'x_-' }])('of %j has all of it', (token) => {
    expect(parseRefreshToken(formatRefreshToken(token))).toEqual(token);
  });

  it.each(['.0.x', '.01.x', '.-1.x', '.1e3.x', '.1', '.1.', '.1.x.y', '.1.x ', '.', '\n'])(
    'is none with %j at its end',
    (end) => {
      expect(parseRefreshToken(formatRefreshToken(FIRST) + end)).toBeNull();
    },
  );

  it.each(['', 'x', 'x.y', '.'])('is none without the id of a key: %j', (text) => {
    expect(parseRefreshToken(text)).toBeNull();
  });
});
