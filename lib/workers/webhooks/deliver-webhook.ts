import { randomUUID } from 'node:crypto';
import { settings } from '../../config/settings.ts';
import { earlyWaitMs, fitsMessageDelay } from '../../domain/waits.ts';
import { type DeliveryLane, LANE_DEADLINE_MS } from '../../domain/webhooks/delivery-lane.ts';
import { deferDelivery } from '../../domain/webhooks/receiver-limit.ts';
import {
  attemptCount,
  DELIVERY_LEASE_SECONDS,
  type Delivery,
  decideDeliveryAction,
  recordAttempt,
  SLOW_LANE_LEASE_SECONDS,
  UNVERIFIED_ATTEMPTS,
} from '../../domain/webhooks/webhook-delivery.ts';
import { isVerified, type WebhookEndpoint } from '../../domain/webhooks/webhook-endpoint.ts';
import { emitMetric } from '../../observability/emit-metric.ts';
import { log } from '../../observability/log.ts';
import { tryCommit } from '../../table/commit.ts';
import { deliveryWrite, loadDelivery } from '../../table/deliveries.ts';
import { loadEvent } from '../../table/events.ts';
import { loadEndpoint } from '../../table/webhook-endpoints.ts';
import { deliverEvent, serializePayload } from '../../webhook-delivery/deliver-event.ts';
import { takeReceiverRequest } from '../../webhook-delivery/receiver-quota.ts';
import { decryptSigningSecrets } from '../../webhook-delivery/signing-secret-encryption.ts';
import { performWhenDue } from '../perform-when-due.ts';
import { queueUrl, sendDelayed, sendToGroup } from '../sqs.ts';
import { applyToEndpoint, markSlow } from './endpoint-result.ts';

/** Names the delivery that a queue message is about; the delivery itself decides what to do. */
export interface DeliveryMessage {
  workspace_id: string;
  endpoint_id: string;
  delivery_id: string;
  /** The attempt to make. The message is obsolete once that attempt was made. Absent: the next one. */
  attempt?: number;
  /** The lease of the attempt, which the fast lane transfers to the slow lane. */
  lease_id?: string;
}

/**
 * Queue a delivery that is new or requeued, or whose next attempt has another time. An attempt that is more than 15
 * minutes away gets no message: the sweep sends it shortly before its time.
 */
export async function onDeliveryChanged(before: Delivery | null, after: Delivery | null, nowMs: number): Promise<void> {
  if (after?.status !== 'pending' || !after.next_attempt_at || after.lease_expires_at) return;
  const isSameTime = before?.next_attempt_at === after.next_attempt_at && attemptCount(before) === attemptCount(after);
  if (before?.status === 'pending' && isSameTime) return;
  const dueMs = Date.parse(after.next_attempt_at);
  if (fitsMessageDelay(dueMs, nowMs)) await sendDelayed(queueUrl('DELIVERY'), toDeliveryMessage(after), dueMs, nowMs);
}

/**
 * Perform the next action of a delivery in one of the lanes. A message that is slightly early waits here. One that is
 * much earlier has no effect: the change to the current time of the attempt has its own message.
 */
export async function processDelivery(message: DeliveryMessage, lane: DeliveryLane): Promise<void> {
  await performWhenDue(() => performNextAction(message, lane));
}

/** Perform the next action. Returns how long to wait for it if it is not due yet; otherwise null. */
async function performNextAction(message: DeliveryMessage, lane: DeliveryLane): Promise<number | null> {
  const { workspace_id, endpoint_id, delivery_id } = message;
  const [delivery, endpoint] = await Promise.all([
    loadDelivery(workspace_id, endpoint_id, delivery_id),
    loadEndpoint(workspace_id, endpoint_id),
  ]);
  if (!delivery) return null;
  const nowMs = Date.now();
  const next = decideDeliveryAction(delivery, endpoint, message, nowMs);
  if (next.action === 'nothing') return null;
  if (next.action === 'wait') return earlyWaitMs(next.untilMs, nowMs);
  if (next.action === 'drop') {
    await saveDelivery(delivery, { ...delivery, status: 'dropped', next_attempt_at: null });
  } else if (lane === 'fast' && endpoint!.slow_since) {
    await moveToSlowLane(delivery);
  } else if (!(await takeReceiverRequest(workspace_id, endpoint!.url, nowMs))) {
    // The stream worker queues it for its new time.
    await saveDelivery(delivery, deferDelivery(delivery, nowMs, Math.random()));
  } else {
    await makeAttempt(delivery, endpoint!, lane, nowMs);
  }
  return null;
}

/**
 * Make the next attempt of a delivery. The attempt is saved as started, with a lease, before the request: a
 * duplicate message has no effect, and after a crash another worker repeats the attempt with the same
 * `webhook-id`. An attempt that times out in the fast lane is repeated in the slow lane.
 */
async function makeAttempt(delivery: Delivery, endpoint: WebhookEndpoint, lane: DeliveryLane, nowMs: number) {
  const event = await loadEvent(delivery.workspace_id, delivery.event_id);
  if (!event) throw new Error(`Event ${delivery.event_id} of delivery ${delivery.id} does not exist.`);
  // Before the attempt is saved as started: without the secrets there is none.
  const secrets = await decryptSigningSecrets(endpoint, nowMs);
  const started = await saveDelivery(delivery, withLease(delivery, nowMs + DELIVERY_LEASE_SECONDS * 1000));
  if (!started) return;
  const options = {
    secrets,
    nowMs,
    deadlineMs: LANE_DEADLINE_MS[lane],
    allowLoopback: settings().allowsLoopbackReceivers,
  };
  const result = await deliverEvent(endpoint, event, serializePayload(event), options);
  if (lane === 'fast' && result.errorClass === 'timeout') {
    // Before the transfer, so that other deliveries to the endpoint go to the slow lane directly.
    await markSlow(endpoint, result);
    return moveToSlowLane(started);
  }
  // Before the attempt is recorded: after a crash the attempt is repeated, and its result is not lost.
  const current = await applyToEndpoint(endpoint, lane, result);
  const maxAttempts = current && !isVerified(current) ? UNVERIFIED_ATTEMPTS : undefined;
  const recorded = recordAttempt(started, result, nowMs, Date.now(), Math.random(), maxAttempts);
  if (await saveDelivery(started, recorded)) {
    emitMetric(recorded.status === 'delivered' ? 'DeliveriesDelivered' : 'DeliveryAttemptsFailed', 1);
    if (recorded.status === 'exhausted') emitMetric('DeliveriesExhausted', 1);
  }
  const { event_id, status } = recorded;
  const { status: response_status, errorClass: error_class, durationMs: duration_ms } = result;
  const outcome = { event_id, lane, status, response_status, error_class, duration_ms };
  log.info('delivery attempt', { ...toLogFields(recorded), ...outcome });
}

/**
 * Transfer the next attempt of a delivery to the slow lane, with its lease. The sweep ignores the delivery until
 * the lease expires. When the queue rejects the message, the lease is released; after a crash, the sweep requeues
 * the delivery at the end of the lease.
 */
async function moveToSlowLane(delivery: Delivery): Promise<void> {
  const moved = await saveDelivery(delivery, withLease(delivery, Date.now() + SLOW_LANE_LEASE_SECONDS * 1000));
  if (!moved) return;
  try {
    const message = { ...toDeliveryMessage(moved), lease_id: moved.lease_id };
    await sendToGroup(queueUrl('SLOW_DELIVERY'), message, moved.endpoint_id);
  } catch (error) {
    await saveDelivery(moved, { ...moved, lease_expires_at: null });
    throw error;
  }
  log.info('delivery moved to slow lane', { ...toLogFields(moved), attempt: moved.attempt_started });
}

/** Return the message for the next attempt of a delivery, with its number. */
function toDeliveryMessage(delivery: Delivery): DeliveryMessage {
  const { workspace_id, endpoint_id, id } = delivery;
  return { workspace_id, endpoint_id, delivery_id: id, attempt: attemptCount(delivery) + 1 };
}

function toLogFields(delivery: Delivery) {
  const { workspace_id, endpoint_id, id } = delivery;
  return { workspace_id, endpoint_id, delivery_id: id, attempt: attemptCount(delivery) };
}

/** Return the delivery with its next attempt started and leased until `untilMs`. */
function withLease(delivery: Delivery, untilMs: number): Delivery {
  const lease = { lease_expires_at: new Date(untilMs).toISOString(), lease_id: randomUUID() };
  return { ...delivery, attempt_started: attemptCount(delivery) + 1, ...lease };
}

/** Save a delivery. Returns null when it was changed since it was loaded. */
async function saveDelivery(before: Delivery, after: Delivery): Promise<Delivery | null> {
  return (await tryCommit([deliveryWrite(before, after)])) ? { ...after, version: before.version + 1 } : null;
}
