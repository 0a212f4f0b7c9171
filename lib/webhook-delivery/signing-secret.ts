const PREFIX = 'whsec_';

/**
 * Generates a signing secret in the Standard Webhooks format: `whsec_` and the base64 of 32 random bytes.
 * `randomBytes` is `randomBytes` of node:crypto, except in tests.
 */
export function newSigningSecret(randomBytes: (n: number) => Uint8Array): string {
  return PREFIX + Buffer.from(randomBytes(32)).toString('base64');
}

/**
 * Returns which rule a caller's secret violates, as a sentence without the secret, or null for a valid secret.
 * Two formats are valid (contract, section 7): `whsec_` and the base64 of 16 to 64 bytes, or 16 to 256 printable
 * ASCII characters.
 */
export function secretProblem(secret: string): string | null {
  if (!secret.startsWith(PREFIX)) {
    return /^[\x20-\x7e]{16,256}$/.test(secret)
      ? null
      : 'The secret must be 16 to 256 printable ASCII characters, or whsec_ followed by base64.';
  }
  const bytes = decoded(secret);
  if (bytes === null) {
    return 'A secret that begins with whsec_ must continue in standard base64 with its padding.';
  }
  return bytes.length >= 16 && bytes.length <= 64
    ? null
    : 'A secret that begins with whsec_ must hold 16 to 64 bytes in base64.';
}

/**
 * Returns the key of a secret: the decoded bytes after `whsec_`, or the UTF-8 bytes of any other secret.
 * Throws on `whsec_` with invalid base64, because no receiver would verify a signature with the text.
 */
export function secretBytes(secret: string): Buffer {
  if (!secret.startsWith(PREFIX)) return Buffer.from(secret, 'utf8');
  const bytes = decoded(secret);
  if (bytes === null) throw new Error('A whsec_ secret does not continue in valid base64.');
  return bytes;
}

/** Decodes the part after `whsec_`. Node skips invalid characters, so only an exact round trip is valid. */
function decoded(secret: string): Buffer | null {
  const text = secret.slice(PREFIX.length);
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text ? bytes : null;
}
