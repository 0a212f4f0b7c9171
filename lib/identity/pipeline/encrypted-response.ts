import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** What a stored response is encrypted for. A response decrypts only with the same scope. */
export interface EncryptionScope {
  /** The Idempotency-Key as the client sent it. */
  idempotencyKey: string;
  workspaceId: string;
  operation: string;
}

/**
 * Encrypt a response under a key derived from its Idempotency-Key. Base64. The service stores only the hash of the
 * Idempotency-Key, so only a client that sends it again can decrypt.
 */
export function encryptResponse(response: string, scope: EncryptionScope): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, deriveKey(scope), nonce);
  const parts = [nonce, cipher.update(response, 'utf8'), cipher.final(), cipher.getAuthTag()];
  return Buffer.concat(parts).toString('base64');
}

/** Decrypt a stored response. Throws when the scope differs or the text was changed. */
export function decryptResponse(encrypted: string, scope: EncryptionScope): string {
  const bytes = Buffer.from(encrypted, 'base64');
  const decipher = createDecipheriv(CIPHER, deriveKey(scope), bytes.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  }).setAuthTag(bytes.subarray(-TAG_BYTES));
  const text = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
  return Buffer.concat([text, decipher.final()]).toString('utf8');
}

function deriveKey({ idempotencyKey, workspaceId, operation }: EncryptionScope): Buffer {
  return Buffer.from(hkdfSync('sha256', idempotencyKey, workspaceId, `idempotency/${operation}`, 32));
}
