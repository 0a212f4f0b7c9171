import { createHmac } from 'node:crypto';
import { secretBytes } from './signing-secret.ts';

/**
 * Returns the `webhook-signature` header of one attempt, as specified by Standard Webhooks 1.0.0: for each secret
 * `v1,` and the base64 HMAC-SHA256 of `id.timestamp.body`, separated by spaces. During a rotation there are two
 * secrets. `timestampSeconds` is the Unix time of this attempt and must equal the `webhook-timestamp` header.
 * `body` is signed as its UTF-8 bytes and must be sent as the same bytes.
 *
 * Throws without a secret, and on an id or timestamp that would make the signed text ambiguous.
 */
export function signature(secrets: string[], id: string, timestampSeconds: number, body: string): string {
  if (secrets.length === 0) throw new Error('A webhook cannot be signed without a secret.');
  if (id === '' || id.includes('.')) throw new Error('A webhook id must not be empty or contain a dot.');
  if (!Number.isSafeInteger(timestampSeconds)) {
    throw new Error('A webhook timestamp must be a whole number of seconds.');
  }
  const content = `${id}.${timestampSeconds}.${body}`;
  return secrets
    .map((secret) => createHmac('sha256', secretBytes(secret)).update(content).digest('base64'))
    .map((digest) => `v1,${digest}`)
    .join(' ');
}
