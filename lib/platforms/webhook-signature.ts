import { createHmac, timingSafeEqual } from 'node:crypto';
import { PLATFORM_TABLE, type Platform } from './platforms.ts';

/**
 * Verify that the platform signed these bytes with the secret, in constant time; false where it sends no webhooks.
 * `headers` have names in lower case. A header in another form, or a repeated one, is not a signature.
 */
export function verifySignature(
  platform: Platform,
  secret: string,
  bytes: Uint8Array,
  headers: Record<string, string | undefined>,
): boolean {
  const { webhook } = PLATFORM_TABLE[platform];
  if (webhook === undefined) return false;
  const { header, prefix, encoding, signedPrefix } = webhook.signature;
  const digest = createHmac('sha256', secret).update(signedPrefix).update(bytes).digest(encoding);
  return constantTimeEquals(headers[header] ?? '', `${prefix}${digest}`);
}

/** Compare two texts in a time that depends only on their lengths. */
export function constantTimeEquals(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
