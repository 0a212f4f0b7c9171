import { randomUUID } from 'node:crypto';
import { endpointAfter, type WebhookEndpoint } from '../domain/endpoint.ts';
import { LANE_DEADLINE_MS, type Lane, laneAfter } from '../domain/lane.ts';
import {
  type AttemptResult,
  attemptsMade,
  DELIVERY_LEASE_SECONDS,
  type Delivery,
  HANDED_OVER_SECONDS,
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
import { deliveryQueueUrl, sendAt, sendFairly, slowDeliveryQueueUrl } from './queues.ts';

/** What a delivery queue carries: which delivery to look at. The record says what is due. */
export interface DeliveryMessage {
  workspace_id: string;
  endpoint_id: string;
  delivery_id: string;
  /** The attempt it is about: past that, it is out of date. Absent: whatever is due. */
  attempt?: number;
  /** With the message goes the lease of the attempt: how one lane hands it over to the other. */
  lease_id?: string;
}

/** A message about the next attempt of a delivery. */
function messageOf(delivery: Delivery): DeliveryMessage {
  return {
    workspace_id: delivery.workspace_id,
    endpoint_id: delivery.endpoint_id,
    delivery_id: delivery.id,
    attempt: attemptsMade(delivery) + 1,
  };
}

/** Queues a delivery when it is new, put back, or when an attempt was recorded and another is planned. */
export async function followDelivery(before: Delivery | null, after: Delivery | null, nowMs: number) {
  if (after?.status !== 'pending' || !after.next_attempt_at || after.lease_expires_at) return;
  if (before?.status === 'pending' && attemptsMade(before) === attemptsMade(after)) return;
  await sendAt(deliveryQueueUrl(), messageOf(after), Date.parse(after.next_attempt_at), nowMs);
}

/**
 * Does about a delivery what its record says, in one of the lanes. Waits are made in the fast lane, where they
 * hold nobody; what comes to the slow one is due.
 */
export async function attemptDelivery(message: DeliveryMessage, lane: Lane): Promise<void> {
  const { workspace_id, endpoint_id, delivery_id } = message;
  const [delivery, endpoint] = await Promise.all([
    loadDelivery(workspace_id, endpoint_id, delivery_id),
    loadEndpoint(workspace_id, endpoint_id),
  ]);
  if (!delivery) return;
  const nowMs = Date.now();
  const verdict = verdictOnDelivery(delivery, endpoint, message, nowMs);
  if (verdict.act === 'wait') return sendAt(deliveryQueueUrl(), messageOf(delivery), verdict.untilMs, nowMs);
  if (verdict.act === 'drop') {
    await advance(delivery, { ...delivery, status: 'dropped', next_attempt_at: null });
    return;
  }
  if (verdict.act === 'nothing') return;
  if (lane === 'fast' && endpoint!.slow_since) return handOver(delivery);
  await attempt(delivery, endpoint!, lane, nowMs);
}

/**
 * Makes the next attempt of a delivery. It is recorded as begun before the call, under a lease: a duplicate
 * message finds it begun, and a worker that dies is followed by another one that makes the same attempt again
 * with the same `webhook-id`. One that the fast lane had no more time for is made again in the slow lane.
 */
async function attempt(delivery: Delivery, endpoint: WebhookEndpoint, lane: Lane, startedMs: number) {
  const event = await loadEvent(delivery.workspace_id, delivery.event_id);
  if (!event) throw new Error(`Event ${delivery.event_id} of delivery ${delivery.id} is gone.`);
  const begun = await advance(delivery, leased(delivery, startedMs + DELIVERY_LEASE_SECONDS * 1000));
  if (!begun) return;
  const result = await deliver(endpoint, event, payloadOf(event), {
    nowMs: startedMs,
    deadlineMs: LANE_DEADLINE_MS[lane],
    allowLoopback: settings().allowsLoopbackReceivers,
  });
  if (lane === 'fast' && result.errorClass === 'timeout') {
    // First, so that the others of its deliveries do not try it as well.
    await update(endpoint, { ...endpoint, ...laneAfter(endpoint, lane, result, Date.now()) });
    return handOver(begun);
  }
  const recorded = recordAttempt(begun, result, startedMs, Date.now(), Math.random());
  if (await advance(begun, recorded)) countAttempt(recorded);
  logAttempt(recorded, result, lane);
  await update(endpoint, endpointAfter(endpoint, lane, result, settings().failingEndpoints, Date.now()));
}

/**
 * Gives the next attempt of a delivery to the slow lane, with its lease. Until that ends nobody else looks at
 * it: who waits in the slow lane is not missed by the sweep. When the queue does not take it the lease is given
 * back, and when this worker dies the sweep finds it at the end of the lease.
 */
async function handOver(delivery: Delivery): Promise<void> {
  const nowMs = Date.now();
  const handed = await advance(delivery, leased(delivery, nowMs + HANDED_OVER_SECONDS * 1000));
  if (!handed) return;
  try {
    const message = { ...messageOf(handed), lease_id: handed.lease_id };
    await sendFairly(slowDeliveryQueueUrl(), message, handed.endpoint_id);
  } catch (error) {
    await advance(handed, { ...handed, lease_expires_at: null });
    throw error;
  }
  log.info('delivery handed over', {
    workspace_id: handed.workspace_id,
    endpoint_id: handed.endpoint_id,
    delivery_id: handed.id,
    attempt: handed.attempt_started,
  });
}

/** The delivery with its next attempt under a new lease. */
function leased(delivery: Delivery, untilMs: number): Delivery {
  return {
    ...delivery,
    attempt_started: attemptsMade(delivery) + 1,
    lease_expires_at: new Date(untilMs).toISOString(),
    lease_id: randomUUID(),
  };
}

/** The delivery with its next version, or null when somebody else was first. */
async function advance(before: Delivery, after: Delivery): Promise<Delivery | null> {
  const isOurs = await commitOnce([deliveryWrite(before, after)]);
  return isOurs ? { ...after, version: before.version + 1 } : null;
}

/** Writes what changed about an endpoint. When somebody else was first, the next attempt says the same again. */
async function update(before: WebhookEndpoint, after: WebhookEndpoint): Promise<void> {
  if (after !== before) await commitOnce([endpointWrite(before, after)]);
}

function countAttempt({ status }: Delivery): void {
  measure(status === 'delivered' ? 'DeliveriesDelivered' : 'DeliveryAttemptsFailed', 1);
  if (status === 'exhausted') measure('DeliveriesExhausted', 1);
}

function logAttempt(delivery: Delivery, result: AttemptResult, lane: Lane): void {
  log.info('delivery attempt', {
    workspace_id: delivery.workspace_id,
    endpoint_id: delivery.endpoint_id,
    delivery_id: delivery.id,
    event_id: delivery.event_id,
    attempt: attemptsMade(delivery),
    lane,
    status: delivery.status,
    response_status: result.status,
    error_class: result.errorClass,
    duration_ms: result.durationMs,
  });
}
