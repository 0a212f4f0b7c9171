import { type Event, type EventWorkspace, eventPayload } from '../rules/event.ts';
import { markUntrusted } from '../rules/untrusted-fields.ts';
import type { WebhookEndpoint } from '../rules/webhook-endpoint.ts';
import { type AttemptResponse, sendWebhook } from './send.ts';
import { signature } from './sign.ts';

/**
 * Serialize the payload of an event to the bytes that are signed and sent to an endpoint. See docs/reference/webhooks.md.
 * `workspace` is given for an endpoint of the stage. An agent receives an event occurrence of MCP, in which fields with text
 * from outside say so.
 */
export function serializePayload(
  { agent }: Pick<WebhookEndpoint, 'agent'>,
  event: Event,
  flags: { test?: true } = {},
  workspace?: EventWorkspace,
) {
  if (!agent) return JSON.stringify({ ...eventPayload(event), ...(workspace && { workspace }), ...flags });
  const { id: eventId, type: name, timestamp } = event;
  const data = markUntrusted(event.data);
  return JSON.stringify({ eventId, name, timestamp, data, cursor: null, ...(flags.test ? { _meta: flags } : {}) });
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
      ...(endpoint.agent ? { 'x-mcp-subscription-id': endpoint.id } : {}),
    },
    body,
    ...options,
  });
}
