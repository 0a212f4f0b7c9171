import { sampleId } from '../../lib/core/api/define-samples.ts';
import type { Write } from '../../lib/core/table/commit.ts';
import { makeId } from '../../lib/core/values/id.ts';
import { sampleEvent } from '../../lib/webhooks/events/sample-events.ts';
import type { Delivery, DeliveryAttempt } from '../../lib/webhooks/rules/webhook-delivery.ts';
import { newEndpoint, type WebhookEndpoint } from '../../lib/webhooks/rules/webhook-endpoint.ts';
import { deliveryWrite } from '../../lib/webhooks/store/deliveries.ts';
import { eventWrite } from '../../lib/webhooks/store/events.ts';
import { newEndpointWrites } from '../../lib/webhooks/store/webhook-endpoints.ts';
import { sampleSigningSecret } from './sample-signing-secret.ts';
import type { EncryptSecrets } from './simulator-accounts.ts';

// Fixed, as those of `sample-data.ts`.
const ENDPOINT = sampleId('endpoint', 0);
const ENDPOINT_TO_CHANGE = sampleId('endpoint', 1);
const ENDPOINT_TO_DELETE = sampleId('endpoint', 2);
const SLOW_ENDPOINT = sampleId('endpoint', 3);
const EVENT = sampleId('event', 0);
const DELIVERY = sampleId('delivery', 0);
const FAILED_DELIVERY = sampleId('delivery', 2);

/** Build the sample endpoints and deliveries of a workspace, and a recent event. */
export function webhookSamples(
  workspaceId: string,
  nowMs: number,
  origin: string,
  encryptSecrets: EncryptSecrets,
): Write[] {
  const [now, hourAgo] = [nowMs, nowMs - 3_600_000].map((ms) => new Date(ms).toISOString()) as [string, string];
  const make = (endpointId: string, name: string, events: WebhookEndpoint['events']) =>
    newEndpoint({
      id: endpointId,
      workspaceId,
      url: `${origin}/_inbox/${name}`,
      events,
      secret: sampleSigningSecret({ workspace_id: workspaceId, endpoint_id: endpointId }, encryptSecrets),
      createdAt: now,
    });
  // Only the first receives the sample events. The others are to be updated, to be deleted, and slow.
  const endpoint = make(ENDPOINT, 'sample', ['*']);
  const toChange = make(ENDPOINT_TO_CHANGE, 'sample-to-change', ['approval.missed']);
  const toDelete = make(ENDPOINT_TO_DELETE, 'sample-to-delete', ['approval.missed']);
  const slow = { ...make(SLOW_ENDPOINT, 'sample-slow', ['approval.missed']), slow_since: hourAgo };
  const event = sampleEvent('content.created', EVENT, workspaceId, now);
  const delivery: Delivery = {
    ...{ id: DELIVERY, workspace_id: workspaceId, endpoint_id: ENDPOINT, event_id: EVENT, event_type: event.type },
    ...{ status: 'pending', attempts: [] },
    lease_expires_at: null,
    next_attempt_at: now,
    created_at: now,
    version: 0,
  };
  const toSlow: Delivery = { ...delivery, id: sampleId('delivery', 1), endpoint_id: SLOW_ENDPOINT };
  const attempt: DeliveryAttempt = {
    number: 1,
    at: now,
    status: 500,
    ...{ duration_ms: 20, error_class: null, response_body: 'No.', next_attempt_at: null },
  };
  const failed: Delivery = { ...delivery, status: 'exhausted', attempts: [attempt], next_attempt_at: null };
  // The logs go by the time in an id, and that of the fixed ids is long past.
  const recently = (kind: 'event' | 'delivery') => makeId(kind, nowMs, new Uint8Array(10));
  return [
    ...[endpoint, toChange, toDelete, slow].flatMap((each) => newEndpointWrites(each, 20)),
    eventWrite({ ...event, id: recently('event') }),
    deliveryWrite(null, delivery),
    deliveryWrite(null, toSlow),
    deliveryWrite(null, { ...failed, id: FAILED_DELIVERY }),
    deliveryWrite(null, { ...failed, id: recently('delivery'), event_id: recently('event') }),
  ];
}
