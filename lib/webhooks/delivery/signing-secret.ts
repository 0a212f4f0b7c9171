import { createSecretKey, type KeyObject } from 'node:crypto';

const PREFIX = 'whsec_';
const MAX_KEYS = 500;

/** Generate a secret in the Standard Webhooks format: `whsec_` and the base64 of 32 bytes of `randomBytes`. */
export function newSigningSecret(randomBytes: (n: number) => Uint8Array): string {
  return PREFIX + Buffer.from(randomBytes(32)).toString('base64');
}

/**
 * Return the rule that a caller's secret violates, as a sentence without the secret, or null for a valid one. See
 * docs/reference/webhooks.md: `whsec_` and the base64 of 16 to 64 bytes, or 16 to 256 printable ASCII characters.
 */
export function secretProblem(secret: string): string | null {
  if (!secret.startsWith(PREFIX)) {
    if (/^[\x20-\x7e]{16,256}$/.test(secret)) return null;
    return 'The secret must be 16 to 256 printable ASCII characters, or whsec_ followed by base64.';
  }
  const bytes = decoded(secret);
  if (bytes === null) return 'A secret that begins with whsec_ must continue in standard base64 with its padding.';
  if (bytes.length >= 16 && bytes.length <= 64) return null;
  return 'A secret that begins with whsec_ must hold 16 to 64 bytes in base64.';
}

const keys = new Map<string, KeyObject>();

/** Return the key of a secret, as `secretBytes` does. Its import takes six times as long as a signature. */
export function signingKey(secret: string): KeyObject {
  const known = keys.get(secret);
  if (known) return known;
  const key = createSecretKey(secretBytes(secret));
  if (keys.size >= MAX_KEYS) keys.clear();
  keys.set(secret, key);
  return key;
}

/**
 * Return the bytes of the key of a secret: the decoded bytes after `whsec_`, or the UTF-8 bytes of any other secret.
 * Throws on `whsec_` with invalid base64, because no receiver would verify a signature with the text.
 */
export function secretBytes(secret: string): Buffer {
  if (!secret.startsWith(PREFIX)) return Buffer.from(secret, 'utf8');
  const bytes = decoded(secret);
  if (bytes === null) throw new Error('A whsec_ secret does not continue in valid base64.');
  return bytes;
}

/** Decode the part after `whsec_`. Node skips invalid characters, so only an exact round trip is valid. */
function decoded(secret: string): Buffer | null {
  const text = secret.slice(PREFIX.length);
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text ? bytes : null;
}
