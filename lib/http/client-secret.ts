import { createHash, randomBytes } from 'node:crypto';

/** A new client secret: 256 random bits, in letters that no form and no header has to encode. */
export function newClientSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** The hash under which a client secret is stored. Secrets are 256 random bits: a plain hash keeps them safe. */
export function secretHash(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
