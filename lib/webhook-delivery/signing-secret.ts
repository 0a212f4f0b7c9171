const PREFIX = 'whsec_';

/**
 * Makes a signing secret in the Standard Webhooks form: `whsec_` and the base64 of 32 random bytes.
 * `randomBytes` is the source of randomness; outside tests it is `randomBytes` of node:crypto.
 */
export function newSigningSecret(randomBytes: (n: number) => Uint8Array): string {
  return PREFIX + Buffer.from(randomBytes(32)).toString('base64');
}

/**
 * Says which rule a caller's own secret breaks, as a sentence that never repeats the secret, or null when
 * it may be used. Two forms are accepted (contract, section 7): `whsec_` and the base64 of 16 to 64 bytes,
 * or 16 to 256 printable ASCII characters.
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
 * The key a secret signs with: the decoded bytes of a `whsec_` secret, the UTF-8 bytes of any other.
 * Throws on `whsec_` without valid base64, because signing with its text would fail at every receiver.
 */
export function secretBytes(secret: string): Buffer {
  if (!secret.startsWith(PREFIX)) return Buffer.from(secret, 'utf8');
  const bytes = decoded(secret);
  if (bytes === null) throw new Error('A whsec_ secret does not continue in valid base64.');
  return bytes;
}

/** Decodes what follows `whsec_`. Node skips what is not base64, so only an exact round trip counts. */
function decoded(secret: string): Buffer | null {
  const text = secret.slice(PREFIX.length);
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text ? bytes : null;
}
