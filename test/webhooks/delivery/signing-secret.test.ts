import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { newSigningSecret, secretBytes, secretProblem } from '../../../lib/webhooks/delivery/signing-secret.ts';

const whsec = (bytes: number) => `whsec_${Buffer.alloc(bytes, 7).toString('base64')}`;

test('a new secret is whsec_ and the base64 of exactly the 32 random bytes', () => {
  const drawn = randomBytes(32);
  const asked: number[] = [];
  const secret = newSigningSecret((n) => {
    asked.push(n);
    return drawn;
  });
  expect(asked).toEqual([32]);
  expect(secret).toBe(`whsec_${drawn.toString('base64')}`);
  expect(secretProblem(secret)).toBeNull();
  expect(secretBytes(secret)).toEqual(drawn);
});

test.each([
  ['whsec_ with 16 bytes', whsec(16)],
  ['whsec_ with 24 bytes', whsec(24)],
  ['whsec_ with 64 bytes', whsec(64)],
  ['16 printable characters', 'a'.repeat(16)],
  ['256 printable characters', '~'.repeat(256)],
  ['every printable ASCII character', String.fromCharCode(...Array.from({ length: 95 }, (_, i) => 32 + i))],
])('a secret is accepted: %s', (_, secret) => {
  expect(secretProblem(secret)).toBeNull();
});

test.each([
  ['empty', '', /16 to 256/],
  ['15 characters', 'a'.repeat(15), /16 to 256/],
  ['257 characters', 'a'.repeat(257), /16 to 256/],
  ['a line break', `${'a'.repeat(20)}\n`, /printable ASCII/],
  ['a letter outside ASCII', `${'a'.repeat(20)}é`, /printable ASCII/],
  ['DEL', `${'a'.repeat(20)}\x7f`, /printable ASCII/],
  ['whsec_ alone', 'whsec_', /16 to 64 bytes/],
  ['whsec_ with 15 bytes', whsec(15), /16 to 64 bytes/],
  ['whsec_ with 65 bytes', whsec(65), /16 to 64 bytes/],
  ['whsec_ with text that is no base64', 'whsec_not*base64*not*base64', /standard base64/],
  ['whsec_ without its padding', whsec(16).replace(/=+$/, ''), /standard base64/],
  ['whsec_ in the URL-safe alphabet', `whsec_${'-_'.repeat(12)}`, /standard base64/],
  ['whsec_ with a space inside', whsec(24).replace('BwcH', 'Bw cH'), /standard base64/],
  ['whsec_ with stray bits after the last byte', `whsec_${'A'.repeat(21)}B==`, /standard base64/],
])('a secret is rejected with the violated rule and without repeating it: %s', (_, secret, rule) => {
  const problem = secretProblem(secret);
  expect(problem).toMatch(rule);
  if (secret.length > 6) expect(problem).not.toContain(secret.slice(6));
});

test('the key of a secret without whsec_ is its UTF-8 bytes', () => {
  expect(secretBytes('not base64, just characters')).toEqual(Buffer.from('not base64, just characters'));
});

test('a whsec_ secret that is not base64 never becomes a key', () => {
  expect(() => secretBytes('whsec_hunter2!')).toThrow(/valid base64/);
  expect(() => secretBytes('whsec_hunter2!')).not.toThrow(/hunter2/);
});
