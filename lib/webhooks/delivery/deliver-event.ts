import { type Event, eventPayload } from '../rules/event.ts';
import type { WebhookEndpoint } from '../rules/webhook-endpoint.ts';
import { type AttemptResponse, sendWebhook } from './send.ts';
import { signature } from './sign.ts';

/** Serialize the payload of an event to the bytes that are signed and sent. See docs/reference/webhooks.md. */
export function serializePayload(event: Event, flags: { test?: true } = {}): string {
  return JSON.stringify({ ...eventPayload(event), ...flags });
}

/**
 * Send one signed request to an endpoint. Never throws: the response contains the error. `webhook-id` is the event id,
 * by which the receiver recognizes duplicates; `webhook-timestamp` the time of the attempt. `secrets` are decrypted.
 */
export function deliverEvent(
  endpoint: WebhookEndpoint,
  event: Event,
  body: string,
  { secrets, nowMs, ...options }: { secrets: string[]; nowMs: number; deadlineMs: number; allowLoopback: boolean },
): Promise<AttemptResponse> {
  const timestampSeconds = Math.floor(nowMs / 1000);
  return sendWebhook({
    url: endpoint.url,
    headers: {
      'content-type': 'application/json',
      'webhook-id': event.id,
      'webhook-timestamp': String(timestampSeconds),
      'webhook-signature': signature(secrets, event.id, timestampSeconds, body),
    },
    body,
    ...options,
  });
}
