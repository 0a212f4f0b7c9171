import { randomBytes } from 'node:crypto';
import { sha256 } from './sha256.ts';

/** Create a bearer secret (client secret, access token, invitation token): 256 random bits in base64url. */
export function newBearerSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Return the hash that is stored. A plain hash is sufficient for 256 random bits. */
export function secretHash(secret: string): string {
  return sha256(secret);
}
