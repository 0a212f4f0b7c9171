import { type Event, eventPayload } from '../domain/webhooks/event.ts';
import type { WebhookEndpoint } from '../domain/webhooks/webhook-endpoint.ts';
import { signingSecrets } from '../domain/webhooks/webhook-secrets.ts';
import { type AttemptResponse, sendWebhook } from './send.ts';
import { signature } from './sign.ts';

/** The payload of an event, exactly as it is signed and sent. Contract, section 7. */
export function serializePayload(event: Event, flags: { test?: true } = {}): string {
  return JSON.stringify({ ...eventPayload(event), ...flags });
}

/**
 * One signed call to an endpoint. The `webhook-id` is the event's, so a receiver that is called twice sees
 * the same one; the timestamp is that of this attempt. Never throws: what went wrong is in the answer.
 */
export function deliverEvent(
  endpoint: WebhookEndpoint,
  event: Event,
  body: string,
  options: { nowMs: number; deadlineMs: number; allowLoopback: boolean },
): Promise<AttemptResponse> {
  const secrets = signingSecrets(endpoint, options.nowMs);
  const timestampSeconds = Math.floor(options.nowMs / 1000);
  return sendWebhook({
    url: endpoint.url,
    headers: {
      'content-type': 'application/json',
      'webhook-id': event.id,
      'webhook-timestamp': String(timestampSeconds),
      'webhook-signature': signature(secrets, event.id, timestampSeconds, body),
    },
    body,
    deadlineMs: options.deadlineMs,
    allowLoopback: options.allowLoopback,
  });
}
