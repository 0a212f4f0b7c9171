import { createHmac } from 'node:crypto';
import { signingKey } from './signing-secret.ts';

/**
 * Return the `webhook-signature` header of one attempt (Standard Webhooks 1.0.0): for each secret `v1,` and the base64
 * HMAC-SHA256 of `id.timestamp.body`, separated by spaces; two secrets during a rotation. The timestamp must equal the
 * `webhook-timestamp` header, and the request must send the UTF-8 bytes of `body`. Throws without a secret, and on an
 * id or timestamp that would make the signed text ambiguous.
 */
export function signature(secrets: string[], id: string, timestampSeconds: number, body: string): string {
  if (secrets.length === 0) throw new Error('A webhook cannot be signed without a secret.');
  if (id === '' || id.includes('.')) throw new Error('A webhook id must not be empty or contain a dot.');
  if (!Number.isSafeInteger(timestampSeconds)) {
    throw new Error('A webhook timestamp must be a whole number of seconds.');
  }
  const content = `${id}.${timestampSeconds}.${body}`;
  return secrets
    .map((secret) => createHmac('sha256', signingKey(secret)).update(content).digest('base64'))
    .map((digest) => `v1,${digest}`)
    .join(' ');
}
