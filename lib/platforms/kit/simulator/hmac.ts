import { createHmac, type Hmac } from 'node:crypto';

/** Start an HMAC-SHA256 of a text; the caller chooses the encoding of the digest. */
export function hmacSha256(secret: string, text: string): Hmac {
  return createHmac('sha256', secret).update(text);
}
