import { WebhookError } from './errors.ts';
import type { KnownEvent } from './types.ts';

const TOLERANCE_SECONDS = 300;

/** The headers of a request: those of `fetch`, or an object such as that of Node.js. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * Verify the signature of a webhook (Standard Webhooks) and return its event. `body` is the request body as it arrived:
 * a parsed and serialized one has another signature. Later versions of the service may send other types of events: ignore
 * those that you do not know. Throws a `WebhookError`.
 */
export async function verifyWebhook(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  secret: string,
): Promise<KnownEvent> {
  const hash = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', keyOf(secret), hash, false, ['verify']);
  const id = headerOf(headers, 'webhook-id');
  const timestamp = headerOf(headers, 'webhook-timestamp');
  const signatures = headerOf(headers, 'webhook-signature').split(' ');
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(Date.now() / 1000 - Number(timestamp)) > TOLERANCE_SECONDS) {
    throw new WebhookError('The webhook is not of the last five minutes.');
  }
  const signed = joined(`${id}.${timestamp}.`, body);
  for (const text of signatures) {
    const signature = text.startsWith('v1,') ? fromBase64(text.slice(3)) : null;
    // The comparison of `verify` takes the same time for each signature.
    if (signature && (await crypto.subtle.verify('HMAC', key, signature, signed))) return eventIn(body);
  }
  throw new WebhookError('No signature of the webhook is valid.');
}

/** Return the only value of a header, whose name may have capitals. */
function headerOf(headers: WebhookHeaders, name: string): string {
  const values =
    headers instanceof Headers
      ? [headers.get(name)]
      : Object.entries(headers).flatMap(([key, value]) => (key.toLowerCase() === name ? [value] : []));
  const [value] = values;
  if (values.length > 1 || Array.isArray(value)) throw new WebhookError(`The header ${name} is repeated.`);
  if (typeof value !== 'string' || value === '') throw new WebhookError(`The header ${name} is missing.`);
  return value;
}

function joined(begin: string, body: string | Uint8Array): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder();
  const parts = [encoder.encode(begin), typeof body === 'string' ? encoder.encode(body) : body] as const;
  const bytes = new Uint8Array(parts[0].length + parts[1].length);
  bytes.set(parts[0]);
  bytes.set(parts[1], parts[0].length);
  return bytes;
}

function eventIn(body: string | Uint8Array): KnownEvent {
  try {
    const text = typeof body === 'string' ? body : new TextDecoder('utf-8', { fatal: true }).decode(body);
    const event = JSON.parse(text);
    if (typeof event.type === 'string') return event;
  } catch {}
  throw new WebhookError('The body of the webhook is no event.');
}

/** A secret that begins with `whsec_` is Base64. Any other is used as it is. */
function keyOf(secret: string | undefined): Uint8Array<ArrayBuffer> {
  if (!secret) throw new WebhookError('The secret is empty.');
  const key = secret.startsWith('whsec_') ? fromBase64(secret.slice(6)) : new TextEncoder().encode(secret);
  if (!key || key.length === 0) throw new WebhookError('The secret is not valid.');
  return key;
}

/** Decode Base64 with its padding. Returns null for any other text. */
function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    const binary = atob(text);
    return btoa(binary) === text ? Uint8Array.from(binary, (character) => character.charCodeAt(0)) : null;
  } catch {
    return null;
  }
}
