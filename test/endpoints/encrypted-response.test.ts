import { describe, expect, it } from 'vitest';
import { decryptResponse, encryptResponse } from '../../lib/identity/pipeline/encrypted-response.ts';

const FOR = { idempotencyKey: 'order-1', workspaceId: 'ws_1', operation: 'keys.create' };
const ANSWER = '{"client_secret":"ä secret of a test"}';

describe('an encrypted response', () => {
  it('decrypts byte for byte with the context of its encryption', () => {
    expect(decryptResponse(encryptResponse(ANSWER, FOR), FOR)).toBe(ANSWER);
  });

  it('contains neither the response nor the Idempotency-Key in plain text', () => {
    const bytes = Buffer.from(encryptResponse(ANSWER, FOR), 'base64').toString('latin1');
    expect(bytes).not.toContain('secret');
    expect(bytes).not.toContain(FOR.idempotencyKey);
  });

  it('differs in every encryption', () => {
    expect(encryptResponse(ANSWER, FOR)).not.toBe(encryptResponse(ANSWER, FOR));
  });

  it.each([
    ['Idempotency-Key', { idempotencyKey: 'order-2' }],
    ['workspace', { workspaceId: 'ws_2' }],
    ['operation', { operation: 'keys.reroll' }],
  ])('does not decrypt for another %s', (_, other) => {
    expect(() => decryptResponse(encryptResponse(ANSWER, FOR), { ...FOR, ...other })).toThrow();
  });

  it('does not decrypt when one bit of it was changed', () => {
    const encrypted = Buffer.from(encryptResponse(ANSWER, FOR), 'base64');
    for (const index of [0, 12, encrypted.length - 1]) {
      const changed = Buffer.from(encrypted);
      changed[index]! ^= 1;
      expect(() => decryptResponse(changed.toString('base64'), FOR), `byte ${index}`).toThrow();
    }
  });
});
