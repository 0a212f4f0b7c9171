import { randomUUID } from 'node:crypto';
import type { WebhookEndpoint } from '../domain/endpoint.ts';
import {
  type AttemptResult,
  attemptsMade,
  DELIVERY_LEASE_SECONDS,
  type Delivery,
  recordAttempt,
  verdictOnDelivery,
} from '../domain/webhook.ts';
import { log } from '../log.ts';
import { measure } from '../metrics.ts';
import { settings } from '../settings.ts';
import { commitOnce } from '../table/commit.ts';
import { deliveryWrite, loadDelivery } from '../table/delivery.ts';
import { endpointWrite, loadEndpoint } from '../table/endpoint.ts';
import { loadEvent } from '../table/event.ts';
import { deliver, payloadOf } from '../webhooks/deliver.ts';
import { deliveryQueueUrl, sendAt } from './queues.ts';

/** What the delivery queue carries: which delivery to look at. The record says what is due. */
export interface DeliveryMessage {
  workspace_id: string;
  endpoint_id: string;
  delivery_id: string;
}

export function messageOf(delivery: Delivery): DeliveryMessage {
  return {
    workspace_id: delivery.workspace_id,
    endpoint_id: delivery.endpoint_id,
    delivery_id: delivery.id,
  };
}

/** Queues a delivery when it is new, put back, or when an attempt was recorded and another is planned. */
export async function followDelivery(before: Delivery | null, after: Delivery | null, nowMs: number) {
  if (after?.status !== 'pending' || !after.next_attempt_at || after.lease_expires_at) return;
  if (before?.status === 'pending' && attemptsMade(before) === attemptsMade(after)) return;
  await sendAt(deliveryQueueUrl(), messageOf(after), Date.parse(after.next_attempt_at), nowMs);
}

/**
 * Makes the attempt that is due of a delivery, if one is. The attempt is recorded as begun before the call,
 * under a lease: a duplicate message finds it begun, and a worker that dies is followed by another one that
 * makes the same attempt again with the same `webhook-id`.
 */
export async function attemptDelivery(message: DeliveryMessage): Promise<void> {
  const { workspace_id, endpoint_id, delivery_id } = message;
  const [delivery, endpoint] = await Promise.all([
    loadDelivery(workspace_id, endpoint_id, delivery_id),
    loadEndpoint(workspace_id, endpoint_id),
  ]);
  if (!delivery) return;
  const startedMs = Date.now();
  const verdict = verdictOnDelivery(delivery, endpoint, startedMs);
  if (verdict.act === 'wait') {
    return sendAt(deliveryQueueUrl(), message, verdict.untilMs, startedMs);
  }
  if (verdict.act === 'drop') {
    await advance(delivery, { ...delivery, status: 'dropped', next_attempt_at: null });
    return;
  }
  if (verdict.act === 'nothing') return;
  const event = await loadEvent(workspace_id, delivery.event_id);
  if (!event) throw new Error(`Event ${delivery.event_id} of delivery ${delivery.id} is gone.`);
  const begun = await advance(delivery, {
    ...delivery,
    attempt_started: verdict.number,
    lease_expires_at: new Date(startedMs + DELIVERY_LEASE_SECONDS * 1000).toISOString(),
    lease_id: randomUUID(),
  });
  if (!begun) return;
  const attempt = await deliver(endpoint!, event, payloadOf(event), {
    nowMs: startedMs,
    allowLoopback: settings().allowsLoopbackReceivers,
  });
  const recorded = recordAttempt(begun, attempt, startedMs, Date.now(), Math.random());
  if (await advance(begun, recorded)) countAttempt(recorded);
  if (attempt.status === 410) await disable(endpoint!);
  logAttempt(recorded, attempt);
}

/** The delivery with its next version, or null when somebody else was first. */
async function advance(before: Delivery, after: Delivery): Promise<Delivery | null> {
  const isOurs = await commitOnce([deliveryWrite(before, after)]);
  return isOurs ? { ...after, version: before.version + 1 } : null;
}

async function disable(endpoint: WebhookEndpoint): Promise<void> {
  const disabled: WebhookEndpoint = {
    ...endpoint,
    status: 'disabled',
    disabled_reason: 'The receiver answered 410 Gone.',
    updated_at: new Date().toISOString(),
  };
  await commitOnce([endpointWrite(endpoint, disabled)]);
}

function countAttempt({ status }: Delivery): void {
  measure(status === 'delivered' ? 'DeliveriesDelivered' : 'DeliveryAttemptsFailed', 1);
  if (status === 'exhausted') measure('DeliveriesExhausted', 1);
}

function logAttempt(delivery: Delivery, result: AttemptResult): void {
  log.info('delivery attempt', {
    workspace_id: delivery.workspace_id,
    endpoint_id: delivery.endpoint_id,
    delivery_id: delivery.id,
    event_id: delivery.event_id,
    attempt: attemptsMade(delivery),
    status: delivery.status,
    response_status: result.status,
    error_class: result.errorClass,
    duration_ms: result.durationMs,
  });
}
