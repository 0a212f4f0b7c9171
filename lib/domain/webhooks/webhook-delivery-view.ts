import { ApiError } from '../api-error.ts';
import { formatInstant } from '../timestamps.ts';
import {
  attemptCount,
  type Delivery,
  type DeliveryAttempt,
  type DeliveryStatus,
} from './webhook-delivery.ts';
import type { WebhookEndpoint } from './webhook-endpoint.ts';

/** How a delivery ends that did not arrive: tried to the end, or not called for its endpoint's sake. */
export const FAILED_DELIVERY_STATUSES = ['exhausted', 'dropped'] as const satisfies DeliveryStatus[];

/** True when a delivery has ended and did not arrive. */
export function isFailedDelivery({ status }: Delivery): boolean {
  return (FAILED_DELIVERY_STATUSES as readonly DeliveryStatus[]).includes(status);
}

/**
 * The delivery put back for a new series of attempts, the first of them now. What was attempted before stays
 * to be seen, and the attempts go on being counted.
 */
export function requeueDelivery(delivery: Delivery, nowMs: number): Delivery {
  return {
    ...delivery,
    status: 'pending',
    attempts_before_replay: attemptCount(delivery),
    lease_expires_at: null,
    next_attempt_at: formatInstant(nowMs),
  };
}

/** A delivery as somebody asks for it again. 409 while it is on its way, and when nobody would be called. */
export function replay(delivery: Delivery, endpoint: WebhookEndpoint, nowMs: number): Delivery {
  assertEndpointActive(endpoint);
  if (delivery.status === 'pending') {
    throw new ApiError('delivery_pending', `Delivery ${delivery.id} is already pending.`, {
      extensions: { next_attempt_at: delivery.next_attempt_at },
    });
  }
  return requeueDelivery(delivery, nowMs);
}

/** 409 for an endpoint that is paused or disabled: what is sent to it again would be dropped again. */
export function assertEndpointActive({ id, status }: WebhookEndpoint): void {
  if (status === 'active') return;
  throw new ApiError(
    'endpoint_not_active',
    `Webhook endpoint ${id} is ${status}. Set its status to active first.`,
    {
      extensions: { webhook_status: status },
    },
  );
}

/** A delivery as lists show it. */
export function deliverySummary(delivery: Delivery): Record<string, unknown> {
  const last = delivery.attempts.at(-1);
  return {
    id: delivery.id,
    webhook_id: delivery.endpoint_id,
    event_id: delivery.event_id,
    event_type: delivery.event_type,
    status: delivery.status,
    attempt_count: attemptCount(delivery),
    last_attempt: last ? attemptSummary(last) : null,
    next_attempt_at: delivery.next_attempt_at,
    created_at: delivery.created_at,
  };
}

/** A delivery with the attempts it remembers, oldest first, and what the receiver answered to each. */
export function toDeliveryView(delivery: Delivery): Record<string, unknown> {
  const attempts = delivery.attempts.map((attempt) => ({
    ...attemptSummary(attempt),
    response_body: attempt.response_body,
    next_attempt_at: attempt.next_attempt_at,
  }));
  return { ...deliverySummary(delivery), attempts };
}

function attemptSummary({ number, at, status, duration_ms, error_class }: DeliveryAttempt) {
  return { number, at, status, duration_ms, error_class };
}
