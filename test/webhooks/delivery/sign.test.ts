import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { signature } from '../../../lib/webhooks/delivery/sign.ts';

const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const ID = 'msg_p5jXN8AQM9LWM0D4loKWxJek';
const BODY = '{"id":"evt_1","type":"content.published","data":{"text":"Zürich 🚠 \\u2028"}}';
const now = () => Math.floor(Date.now() / 1000);

function headers(list: string, timestampSeconds: number) {
  return { 'webhook-id': ID, 'webhook-timestamp': String(timestampSeconds), 'webhook-signature': list };
}

test('the Standard Webhooks test vector is reproduced', () => {
  expect(signature([SECRET], ID, 1614265330, '{"test": 2432232314}')).toBe(
    'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  );
});

test('the standardwebhooks package verifies a signature made with a whsec_ secret', () => {
  const at = now();
  const signed = headers(signature([SECRET], ID, at, BODY), at);
  expect(new Webhook(SECRET).verify(BODY, signed)).toEqual(JSON.parse(BODY));
});

test('the standardwebhooks package verifies a signature made with a secret of plain characters', () => {
  const at = now();
  const secret = 'a plain secret, no base64';
  const signed = headers(signature([secret], ID, at, BODY), at);
  expect(new Webhook(secret, { format: 'raw' }).verify(BODY, signed)).toEqual(JSON.parse(BODY));
});

test('during a rotation, the old and the new secret both verify the header', () => {
  const at = now();
  const other = `whsec_${Buffer.alloc(32, 9).toString('base64')}`;
  const signed = headers(signature([other, SECRET], ID, at, BODY), at);
  expect(signed['webhook-signature']).toMatch(/^v1,[^ ]{44} v1,[^ ]{44}$/);
  expect(new Webhook(SECRET).verify(BODY, signed)).toEqual(JSON.parse(BODY));
  expect(new Webhook(other).verify(BODY, signed)).toEqual(JSON.parse(BODY));
});

test.each([
  ['the body', ID, 0, BODY.replace('evt_1', 'evt_2')],
  ['the timestamp', ID, 1, BODY],
  ['the id', `${ID}x`, 0, BODY],
])('the standardwebhooks package rejects the signature when %s differs', (_, id, laterSeconds, body) => {
  const at = now();
  const signed = headers(signature([SECRET], id, at + laterSeconds, body), at);
  expect(() => new Webhook(SECRET).verify(BODY, signed)).toThrow(/No matching signature/);
});

test('a signature without a secret, or of an ambiguous id or timestamp, is rejected', () => {
  expect(() => signature([], ID, 1, BODY)).toThrow(/without a secret/);
  expect(() => signature([SECRET], 'msg.1', 1, BODY)).toThrow(/dot/);
  expect(() => signature([SECRET], '', 1, BODY)).toThrow(/empty/);
  expect(() => signature([SECRET], ID, 1.5, BODY)).toThrow(/whole number/);
});
