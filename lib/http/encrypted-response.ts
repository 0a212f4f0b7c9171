import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** What an answer is sealed for: the Idempotency-Key as it was sent, and whose answer to what it is. */
export interface EncryptionScope {
  idempotencyKey: string;
  workspaceId: string;
  operation: string;
}

/**
 * Encrypts an answer under a key made of the Idempotency-Key it was asked with, which the service does not
 * keep: only who sends that key again can read it. Base64.
 */
export function encryptResponse(answer: string, encryptionScope: EncryptionScope): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, keyOf(encryptionScope), nonce);
  const parts = [nonce, cipher.update(answer, 'utf8'), cipher.final(), cipher.getAuthTag()];
  return Buffer.concat(parts).toString('base64');
}

/** The answer that was sealed, to the letter. Throws when it was sealed for something else, or changed. */
export function decryptResponse(sealed: string, encryptionScope: EncryptionScope): string {
  const bytes = Buffer.from(sealed, 'base64');
  const decipher = createDecipheriv(CIPHER, keyOf(encryptionScope), bytes.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  }).setAuthTag(bytes.subarray(-TAG_BYTES));
  const text = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
  return Buffer.concat([text, decipher.final()]).toString('utf8');
}

function keyOf({ idempotencyKey, workspaceId, operation }: EncryptionScope): Buffer {
  return Buffer.from(hkdfSync('sha256', idempotencyKey, workspaceId, `idempotency/${operation}`, 32));
}
