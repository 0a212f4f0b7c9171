import { WebhookError } from './errors.ts';
import type { KnownEvent } from './types.ts';

const TOLERANCE_SECONDS = 300;

/**
 * Verify the signature of a webhook (Standard Webhooks) and return its event. `body` is the request body as it arrived:
 * a parsed and serialized one has another signature. Later versions of the service may send other types of events: ignore
 * those that you do not know. Throws a `WebhookError`.
 */
export async function verifyWebhook(
  body: string,
  headers: Headers | Record<string, string | string[] | undefined>,
  secret: string,
): Promise<KnownEvent> {
  const read = (name: string) => {
    const value = headers instanceof Headers ? headers.get(name) : headers[name];
    if (typeof value !== 'string' || value === '') throw new WebhookError(`The header ${name} is missing.`);
    return value;
  };
  const id = read('webhook-id');
  const timestamp = read('webhook-timestamp');
  const signatures = read('webhook-signature').split(' ');
  if (!/^\d+$/.test(timestamp) || Math.abs(Date.now() / 1000 - Number(timestamp)) > TOLERANCE_SECONDS) {
    throw new WebhookError('The webhook is not of the last five minutes.');
  }
  const hash = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', keyOf(secret), hash, false, ['verify']);
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
  for (const each of signatures) {
    const signature = each.startsWith('v1,') ? fromBase64(each.slice(3)) : null;
    // The comparison of `verify` takes the same time for each signature.
    if (signature && (await crypto.subtle.verify('HMAC', key, signature, signed))) return JSON.parse(body);
  }
  throw new WebhookError('No signature of the webhook is valid.');
}

/** A secret that begins with `whsec_` is Base64. Any other is used as it is. */
function keyOf(secret: string): Uint8Array<ArrayBuffer> {
  const key = secret.startsWith('whsec_') ? fromBase64(secret.slice(6)) : new TextEncoder().encode(secret);
  if (!key || key.length === 0) throw new WebhookError('The secret is not valid.');
  return key;
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return null;
  }
}
