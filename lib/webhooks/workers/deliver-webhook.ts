import { randomUUID } from 'node:crypto';
import { settings } from '../../core/config/settings.ts';
import { emitMetric } from '../../core/observability/emit-metric.ts';
import { log } from '../../core/observability/log.ts';
import type { MetricName } from '../../core/observability/metrics.ts';
import { performWhenDue } from '../../core/queue/perform-when-due.ts';
import { queueUrl, sendToGroup } from '../../core/queue/sqs.ts';
import { RETRY_POLICIES, UNVERIFIED_ATTEMPTS } from '../../core/retry/back-off.ts';
import { coalesce } from '../../core/retry/coalesce.ts';
import { retryOnConflict } from '../../core/retry/conflict.ts';
import { leaseEnd } from '../../core/retry/lease.ts';
import { earlyWaitMs } from '../../core/retry/waits.ts';
import { commit } from '../../core/table/commit.ts';
import { deliverEvent, serializePayload } from '../delivery/deliver-event.ts';
import { takeReceiverRequest } from '../delivery/receiver-quota.ts';
import { decryptSigningSecrets } from '../delivery/signing-secret-encryption.ts';
import { type DeliveryLane, LANE_DEADLINE_MS } from '../rules/delivery-lane.ts';
import type { Event } from '../rules/event.ts';
import { deferDelivery } from '../rules/receiver-limit.ts';
import {
  attemptCount,
  type Delivery,
  decideDeliveryAction,
  deliveryGroupOf,
  eventWorkspaceOf,
  newDelivery,
  recordAttempt,
} from '../rules/webhook-delivery.ts';
import { isVerified, type WebhookEndpoint } from '../rules/webhook-endpoint.ts';
import { deliveryWrite, loadDelivery } from '../store/deliveries.ts';
import { loadEventTogether, loadForDelivery, saveDelivery } from '../store/delivery-batch.ts';
import { createAttemptGroup } from './attempt-group.ts';
import { applyToEndpoint, markSlow } from './endpoint-result.ts';
import { type DeliveryMessage, toDeliveryMessage } from './queue-deliveries.ts';
import { isErased, workspaceForStage } from './stage-delivery.ts';

/** Count an attempt. Those that are recorded together are one metric line. */
const countAttempt = coalesce<MetricName, null>(async (names) => {
  for (const [name, each] of Map.groupBy(names, (name) => name)) emitMetric(name, each.length);
  return names.map(() => null);
}, Number.POSITIVE_INFINITY);

type ProcessMessage = (message: DeliveryMessage) => Promise<void>;

/** What the deliveries of an invocation share. */
interface Batch {
  lane: DeliveryLane;
  attempt: ReturnType<typeof createAttemptGroup>;
}

/** A delivery as the table has it, null before its first attempt, and as it is. */
type Loaded = { stored: Delivery | null; delivery: Delivery; endpoint: WebhookEndpoint | null; event: Event | null };

/**
 * Create the processor of the messages of an invocation. It performs the next action of the delivery that a message is
 * about; several messages about one delivery take turns. A message that is slightly early waits here. One that is much
 * earlier has no effect: the change to the current time of the attempt has its own message.
 */
export function createDeliveryProcessor(lane: DeliveryLane): ProcessMessage {
  const batch: Batch = { lane, attempt: createAttemptGroup() };
  const turns = new Map<string, Promise<void>>();
  return (message) => {
    const before = turns.get(message.delivery_id) ?? Promise.resolve();
    const turn = before.then(() => performWhenDue(() => performNextAction(message, batch)));
    turns.set(message.delivery_id, turn);
    return turn;
  };
}

/** Perform the next action. Returns how long to wait for it if it is not due yet; otherwise null. */
async function performNextAction(message: DeliveryMessage, batch: Batch): Promise<number | null> {
  const loaded = await loadForAction(message);
  if (!loaded) return null;
  const { stored, delivery, endpoint } = loaded;
  const nowMs = Date.now();
  const next = decideDeliveryAction(delivery, endpoint, message, nowMs);
  if (next.action === 'nothing') return null;
  if (next.action === 'wait') return earlyWaitMs(next.untilMs, nowMs);
  if (next.action === 'drop') {
    await drop(loaded);
  } else if (batch.lane === 'fast' && endpoint!.slow_since) {
    await moveToSlowLane(loaded);
  } else if (!(await takeReceiverRequest(deliveryGroupOf(delivery), endpoint!.url, nowMs))) {
    // The stream worker queues it for its new time.
    await saveDelivery(stored, deferDelivery(delivery, nowMs, Math.random()));
  } else {
    await makeAttempt(loaded, endpoint!, batch, nowMs);
  }
  return null;
}

/** Load what a message is about. Null for a delivery that does not exist and that the message does not begin. */
async function loadForAction(message: DeliveryMessage): Promise<Loaded | null> {
  const { delivery: stored, endpoint, event } = await loadForDelivery(message);
  if (stored) return { stored, delivery: stored, endpoint, event };
  if (message.event_id === undefined) return null;
  if (!event) {
    if (await isErased(message)) return null;
    throw missingEvent(message.event_id, message.delivery_id);
  }
  const endpointRef = { workspace_id: message.workspace_id, id: message.endpoint_id };
  const delivery = newDelivery(event, endpointRef, Date.now(), message.delivery_id);
  return { stored, delivery, endpoint, event };
}

/**
 * Make the next attempt of a delivery, and record it with those that end at the same time. After a crash in between, the
 * message is delivered again, and the attempt is repeated with the same `webhook-id`. An attempt that times out in the
 * fast lane is repeated in the slow lane.
 */
async function makeAttempt(loaded: Loaded, endpoint: WebhookEndpoint, { lane, attempt }: Batch, nowMs: number) {
  const { stored, delivery } = loaded;
  const event = loaded.event ?? (await loadEventTogether(eventWorkspaceOf(delivery), delivery.event_id));
  if (!event && !(await isErased(delivery))) throw missingEvent(delivery.event_id, delivery.id);
  const workspace = event && endpoint.filter ? await workspaceForStage(endpoint, event, nowMs) : undefined;
  if (!event || workspace === null) return drop(loaded);
  const options = {
    secrets: await decryptSigningSecrets(endpoint, nowMs),
    nowMs,
    deadlineMs: LANE_DEADLINE_MS[lane],
    allowLoopback: settings().allowsLoopbackReceivers,
  };
  const result = await attempt(() =>
    deliverEvent(endpoint, event, serializePayload(endpoint, event, {}, workspace), options),
  );
  if (lane === 'fast' && result.errorClass === 'timeout') {
    // Before the transfer, so that other deliveries to the endpoint go to the slow lane directly.
    await markSlow(endpoint, result);
    return moveToSlowLane(loaded);
  }
  // Before the attempt is recorded: after a crash the attempt is repeated, and its result is not lost.
  const current = await applyToEndpoint(endpoint, lane, result);
  const maxAttempts = attemptsAt(current, result.status);
  const record = (before: Delivery) => recordAttempt(before, result, nowMs, Date.now(), Math.random(), maxAttempts);
  const recorded = record(delivery);
  const saved = (await saveDelivery(stored, recorded)) ?? (result.ok ? await recordSuccess(delivery, record) : null);
  if (saved) {
    await countAttempt(saved.status === 'delivered' ? 'DeliveriesDelivered' : 'DeliveryAttemptsFailed');
    if (saved.status === 'exhausted') emitMetric('DeliveriesExhausted', 1);
  }
  const { event_id, status } = saved ?? recorded;
  const { status: response_status, errorClass: error_class, durationMs: duration_ms } = result;
  const outcome = { event_id, lane, status, response_status, error_class, duration_ms };
  log.info('delivery attempt', { ...toLogFields(saved ?? recorded), ...outcome });
}

async function drop({ stored, delivery }: Pick<Loaded, 'stored' | 'delivery'>): Promise<void> {
  await saveDelivery(stored, { ...delivery, status: 'dropped', lease_expires_at: null, next_attempt_at: null });
}

/** Return how many attempts a delivery has after a response; undefined for all of them. */
function attemptsAt(endpoint: WebhookEndpoint | null, status: number | null): number | undefined {
  // MCP Events: the event is too large for the receiver of the agent, and stays so.
  if (endpoint?.agent && status === 413) return 1;
  return endpoint && !isVerified(endpoint) ? UNVERIFIED_ATTEMPTS : undefined;
}

/**
 * Record a success whose delivery was changed during the attempt, by the attempt of another message, as its latest
 * attempt: the receiver has the event. Returns null when the delivery is delivered already.
 */
function recordSuccess(attempted: Delivery, record: (before: Delivery) => Delivery): Promise<Delivery | null> {
  return retryOnConflict(RETRY_POLICIES.request, async () => {
    const current = await loadDelivery(attempted.workspace_id, attempted.endpoint_id, attempted.id);
    if (!current || current.status === 'delivered') return null;
    const recorded = record(current);
    await commit([deliveryWrite(current, recorded)]);
    return recorded;
  });
}

/**
 * Transfer the next attempt of a delivery to the slow lane, with its lease. The sweep ignores the delivery until
 * the lease expires. When the queue rejects the message, the lease is released; after a crash, the sweep requeues
 * the delivery at the end of the lease.
 */
async function moveToSlowLane({ stored, delivery }: Loaded): Promise<void> {
  const moved = await saveDelivery(stored, withLease(delivery));
  if (!moved) return;
  try {
    const message = { ...toDeliveryMessage(moved), lease_id: moved.lease_id };
    await sendToGroup(queueUrl('SLOW_DELIVERY'), message, deliveryGroupOf(moved));
  } catch (error) {
    await saveDelivery(moved, { ...moved, lease_expires_at: null });
    throw error;
  }
  log.info('delivery moved to slow lane', { ...toLogFields(moved), attempt: attemptCount(moved) + 1 });
}

function toLogFields(delivery: Delivery) {
  const { workspace_id, endpoint_id, id } = delivery;
  return { workspace_id, endpoint_id, delivery_id: id, attempt: attemptCount(delivery) };
}

/** Return the delivery with a lease of its next attempt, which begins now. */
function withLease(delivery: Delivery): Delivery {
  return { ...delivery, lease_expires_at: leaseEnd('delivery', Date.now()), lease_id: randomUUID() };
}

function missingEvent(eventId: string, deliveryId: string): Error {
  return new Error(`Event ${eventId} of delivery ${deliveryId} does not exist.`);
}
