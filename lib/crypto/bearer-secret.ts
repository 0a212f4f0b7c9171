import { randomBytes } from 'node:crypto';
import { sha256 } from './sha256.ts';

/**
 * What opens something and is handed out once: a client secret, an access token, the token of an invitation. 256
 * random bits, in letters that no form and no header has to encode.
 */
export function newBearerSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** The hash under which it is stored. Behind 256 random bits a plain one is safe. */
export function secretHash(secret: string): string {
  return sha256(secret);
}
