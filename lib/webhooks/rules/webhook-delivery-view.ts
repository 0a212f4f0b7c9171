import { pick } from '../../core/values/pick.ts';
import { formatInstant } from '../../core/values/timestamps.ts';
import { deliveryPending, endpointNotActive } from '../problems.ts';
import { attemptCount, type Delivery, type DeliveryAttempt, type DeliveryStatus } from './webhook-delivery.ts';
import type { WebhookEndpoint } from './webhook-endpoint.ts';

/** Final statuses of failed deliveries: exhausted retries, or dropped because of the endpoint. */
export const FAILED_DELIVERY_STATUSES = ['exhausted', 'dropped'] as const satisfies DeliveryStatus[];

/** Return whether a delivery has failed permanently. */
export function isFailedDelivery({ status }: Delivery): boolean {
  return (FAILED_DELIVERY_STATUSES as readonly DeliveryStatus[]).includes(status);
}

/** Start a new series of attempts now. Previous attempts stay visible, and numbering continues. */
export function requeueDelivery(delivery: Delivery, nowMs: number): Delivery {
  return {
    ...delivery,
    status: 'pending',
    attempts_before_replay: attemptCount(delivery),
    lease_expires_at: null,
    ...(delivery.deferred_since ? { deferred_since: null } : {}),
    next_attempt_at: formatInstant(nowMs),
  };
}

/** Requeue a delivery on request. Throws a 409 while it is pending or its endpoint is not active. */
export function replay(delivery: Delivery, endpoint: WebhookEndpoint, nowMs: number): Delivery {
  assertEndpointActive(endpoint);
  if (delivery.status === 'pending') {
    throw deliveryPending(`Delivery ${delivery.id} is already pending.`, {
      extensions: { next_attempt_at: delivery.next_attempt_at },
    });
  }
  return requeueDelivery(delivery, nowMs);
}

/** Throw a 409 for a paused or disabled endpoint, whose deliveries would be dropped. */
export function assertEndpointActive({ id, status }: WebhookEndpoint): void {
  if (status === 'active') return;
  throw endpointNotActive(`Webhook endpoint ${id} is ${status}. Set its status to active first.`, {
    extensions: { webhook_status: status },
  });
}

/** Build the list representation of a delivery. */
export function deliverySummary(delivery: Delivery): Record<string, unknown> {
  const last = delivery.attempts.at(-1);
  return {
    id: delivery.id,
    webhook_id: delivery.endpoint_id,
    ...pick(delivery, 'event_id', 'event_type', 'status'),
    attempt_count: attemptCount(delivery),
    last_attempt: last ? attemptSummary(last) : null,
    ...pick(delivery, 'next_attempt_at', 'created_at'),
  };
}

/**
 * Build the API representation of a delivery with its stored attempts, oldest first. A caller who may not read its event
 * gets no response bodies: a receiver may repeat the event in them.
 */
export function toDeliveryView(delivery: Delivery, { mayRead }: { mayRead: boolean }): Record<string, unknown> {
  const attempts = delivery.attempts.map((attempt) => ({
    ...attemptSummary(attempt),
    response_body: mayRead ? attempt.response_body : '',
    next_attempt_at: attempt.next_attempt_at,
  }));
  return { ...deliverySummary(delivery), attempts };
}

function attemptSummary({ number, at, status, duration_ms, error_class }: DeliveryAttempt) {
  return { number, at, status, duration_ms, error_class };
}
