import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Platform } from '../domain/platform.ts';

interface SignatureFormat {
  header: string;
  /** What stands before the digest in the header. */
  prefix: string;
  encoding: 'hex' | 'base64';
  /** What stands before the body in what is signed. */
  before: string;
}

/**
 * How each platform signs a webhook: always HMAC-SHA256 over the bytes as they are sent. Sources:
 * developers.facebook.com (webhooks, validating payloads), docs.x.com (securing webhooks), learn.microsoft.com
 * (webhook validation), November 2026.
 */
const SIGNATURE_FORMATS: Record<Platform, SignatureFormat> = {
  instagram: { header: 'x-hub-signature-256', prefix: 'sha256=', encoding: 'hex', before: '' },
  twitter: { header: 'x-twitter-webhooks-signature', prefix: 'sha256=', encoding: 'base64', before: '' },
  linkedin: { header: 'x-li-signature', prefix: '', encoding: 'hex', before: 'hmacsha256=' },
};

/**
 * Whether the platform signed these bytes with the secret. `headers` have names in lower case. Compared in a time
 * that does not tell how much of it was right; a header in another form, or given twice, is no signature.
 */
export function verifySignature(
  platform: Platform,
  secret: string,
  bytes: Uint8Array,
  headers: Record<string, string | undefined>,
): boolean {
  const { header, prefix, encoding, before } = SIGNATURE_FORMATS[platform];
  const digest = createHmac('sha256', secret).update(before).update(bytes).digest(encoding);
  return constantTimeEquals(headers[header] ?? '', `${prefix}${digest}`);
}

/** Whether two texts are the same, in a time that depends on their lengths alone. */
export function constantTimeEquals(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
