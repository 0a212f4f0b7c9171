import { randomUUID } from 'node:crypto';
import { settings } from '../../config/settings.ts';
import { type DeliveryLane, LANE_DEADLINE_MS, updateLane } from '../../domain/webhooks/delivery-lane.ts';
import {
  type AttemptResult,
  attemptCount,
  DELIVERY_LEASE_SECONDS,
  type Delivery,
  decideDeliveryAction,
  recordAttempt,
  SLOW_LANE_LEASE_SECONDS,
} from '../../domain/webhooks/webhook-delivery.ts';
import { applyAttemptResult, type WebhookEndpoint } from '../../domain/webhooks/webhook-endpoint.ts';
import { emitMetric } from '../../observability/emit-metric.ts';
import { log } from '../../observability/log.ts';
import { tryCommit } from '../../table/commit.ts';
import { deliveryWrite, loadDelivery } from '../../table/deliveries.ts';
import { loadEvent } from '../../table/events.ts';
import { endpointWrite, loadEndpoint } from '../../table/webhook-endpoints.ts';
import { deliverEvent, serializePayload } from '../../webhook-delivery/deliver-event.ts';
import { deliveryQueueUrl, sendDelayed, sendToGroup, slowDeliveryQueueUrl } from '../sqs.ts';

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
function toDeliveryMessage(delivery: Delivery): DeliveryMessage {
  return {
    workspace_id: delivery.workspace_id,
    endpoint_id: delivery.endpoint_id,
    delivery_id: delivery.id,
    attempt: attemptCount(delivery) + 1,
  };
}

/** Queues a delivery when it is new, put back, or when an attempt was recorded and another is planned. */
export async function onDeliveryChanged(before: Delivery | null, after: Delivery | null, nowMs: number) {
  if (after?.status !== 'pending' || !after.next_attempt_at || after.lease_expires_at) return;
  if (before?.status === 'pending' && attemptCount(before) === attemptCount(after)) return;
  await sendDelayed(deliveryQueueUrl(), toDeliveryMessage(after), Date.parse(after.next_attempt_at), nowMs);
}

/**
 * Does about a delivery what its record says, in one of the lanes. Waits are made in the fast lane, where they
 * hold nobody; what comes to the slow one is due.
 */
export async function processDelivery(message: DeliveryMessage, lane: DeliveryLane): Promise<void> {
  const { workspace_id, endpoint_id, delivery_id } = message;
  const [delivery, endpoint] = await Promise.all([
    loadDelivery(workspace_id, endpoint_id, delivery_id),
    loadEndpoint(workspace_id, endpoint_id),
  ]);
  if (!delivery) return;
  const nowMs = Date.now();
  const verdict = decideDeliveryAction(delivery, endpoint, message, nowMs);
  if (verdict.act === 'wait')
    return sendDelayed(deliveryQueueUrl(), toDeliveryMessage(delivery), verdict.untilMs, nowMs);
  if (verdict.act === 'drop') {
    await saveDelivery(delivery, { ...delivery, status: 'dropped', next_attempt_at: null });
    return;
  }
  if (verdict.act === 'nothing') return;
  if (lane === 'fast' && endpoint!.slow_since) return moveToSlowLane(delivery);
  await makeAttempt(delivery, endpoint!, lane, nowMs);
}

/**
 * Makes the next attempt of a delivery. It is recorded as begun before the call, under a lease: a duplicate
 * message finds it begun, and a worker that dies is followed by another one that makes the same attempt again
 * with the same `webhook-id`. One that the fast lane had no more time for is made again in the slow lane.
 */
async function makeAttempt(
  delivery: Delivery,
  endpoint: WebhookEndpoint,
  lane: DeliveryLane,
  startedMs: number,
) {
  const event = await loadEvent(delivery.workspace_id, delivery.event_id);
  if (!event) throw new Error(`Event ${delivery.event_id} of delivery ${delivery.id} is gone.`);
  const begun = await saveDelivery(delivery, withLease(delivery, startedMs + DELIVERY_LEASE_SECONDS * 1000));
  if (!begun) return;
  const result = await deliverEvent(endpoint, event, serializePayload(event), {
    nowMs: startedMs,
    deadlineMs: LANE_DEADLINE_MS[lane],
    allowLoopback: settings().allowsLoopbackReceivers,
  });
  if (lane === 'fast' && result.errorClass === 'timeout') {
    // First, so that the others of its deliveries do not try it as well.
    await saveEndpoint(endpoint, { ...endpoint, ...updateLane(endpoint, lane, result, Date.now()) });
    return moveToSlowLane(begun);
  }
  const recorded = recordAttempt(begun, result, startedMs, Date.now(), Math.random());
  if (await saveDelivery(begun, recorded)) emitAttemptMetrics(recorded);
  logAttempt(recorded, result, lane);
  await saveEndpoint(
    endpoint,
    applyAttemptResult(endpoint, lane, result, settings().failingEndpoints, Date.now()),
  );
}

/**
 * Gives the next attempt of a delivery to the slow lane, with its lease. Until that ends nobody else looks at
 * it: who waits in the slow lane is not missed by the sweep. When the queue does not take it the lease is given
 * back, and when this worker dies the sweep finds it at the end of the lease.
 */
async function moveToSlowLane(delivery: Delivery): Promise<void> {
  const nowMs = Date.now();
  const handed = await saveDelivery(delivery, withLease(delivery, nowMs + SLOW_LANE_LEASE_SECONDS * 1000));
  if (!handed) return;
  try {
    const message = { ...toDeliveryMessage(handed), lease_id: handed.lease_id };
    await sendToGroup(slowDeliveryQueueUrl(), message, handed.endpoint_id);
  } catch (error) {
    await saveDelivery(handed, { ...handed, lease_expires_at: null });
    throw error;
  }
  log.info('delivery moved to slow lane', {
    workspace_id: handed.workspace_id,
    endpoint_id: handed.endpoint_id,
    delivery_id: handed.id,
    attempt: handed.attempt_started,
  });
}

/** The delivery with its next attempt under a new lease. */
function withLease(delivery: Delivery, untilMs: number): Delivery {
  return {
    ...delivery,
    attempt_started: attemptCount(delivery) + 1,
    lease_expires_at: new Date(untilMs).toISOString(),
    lease_id: randomUUID(),
  };
}

/** The delivery with its next version, or null when somebody else was first. */
async function saveDelivery(before: Delivery, after: Delivery): Promise<Delivery | null> {
  const isOurs = await tryCommit([deliveryWrite(before, after)]);
  return isOurs ? { ...after, version: before.version + 1 } : null;
}

/** Writes what changed about an endpoint. When somebody else was first, the next attempt says the same again. */
async function saveEndpoint(before: WebhookEndpoint, after: WebhookEndpoint): Promise<void> {
  if (after !== before) await tryCommit([endpointWrite(before, after)]);
}

function emitAttemptMetrics({ status }: Delivery): void {
  emitMetric(status === 'delivered' ? 'DeliveriesDelivered' : 'DeliveryAttemptsFailed', 1);
  if (status === 'exhausted') emitMetric('DeliveriesExhausted', 1);
}

function logAttempt(delivery: Delivery, result: AttemptResult, lane: DeliveryLane): void {
  log.info('delivery attempt', {
    workspace_id: delivery.workspace_id,
    endpoint_id: delivery.endpoint_id,
    delivery_id: delivery.id,
    event_id: delivery.event_id,
    attempt: attemptCount(delivery),
    lane,
    status: delivery.status,
    response_status: result.status,
    error_class: result.errorClass,
    duration_ms: result.durationMs,
  });
}
