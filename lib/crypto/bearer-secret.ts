import { randomBytes } from 'node:crypto';
import { sha256 } from './sha256.ts';

/**
 * Create a bearer secret: a client secret, an access token or an invitation token.
 * 256 random bits in base64url, which needs no encoding in forms and headers.
 */
export function newBearerSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Return the hash that is stored. A plain hash is sufficient for 256 random bits. */
export function secretHash(secret: string): string {
  return sha256(secret);
}
