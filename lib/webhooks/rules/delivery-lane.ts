import { formatInstant } from '../../core/values/timestamps.ts';
import { DELIVERY_DEADLINE_SECONDS } from './webhook-delivery.ts';
import type { WebhookEndpoint } from './webhook-endpoint.ts';

/**
 * The delivery lanes. The slowest receiver blocks a worker, so the fast lane limits every attempt to two seconds.
 * Slow receivers move to the slow lane, whose workers give every attempt the 15 seconds of `DELIVERY_DEADLINE_SECONDS`.
 */
export type DeliveryLane = 'fast' | 'slow';

/** Deadline of an attempt, including the response body. */
export const LANE_DEADLINE_MS: Record<DeliveryLane, number> = { fast: 2_000, slow: DELIVERY_DEADLINE_SECONDS * 1000 };
/** Attempts this long are slow. Slightly below the deadline, because timers may fire early. */
const SLOW_THRESHOLD_MS = 0.9 * LANE_DEADLINE_MS.fast;
/** A response this fast in the slow lane shows that the receiver has recovered. */
export const FAST_RESPONSE_MS = 1_000;
/** Minimum time in the slow lane, so that receivers that alternate do not repeatedly block the fast lane. */
export const MIN_SLOW_MS = 60_000;

/** The timing of an attempt. */
export type AttemptTiming = { status: number | null; durationMs: number };

/** Return the lane changes after an attempt. Reaching the fast lane's deadline makes a receiver slow. */
export function updateLane(
  endpoint: WebhookEndpoint,
  lane: DeliveryLane,
  { status, durationMs }: AttemptTiming,
  nowMs: number,
): Partial<WebhookEndpoint> {
  const slowSince = endpoint.slow_since ?? null;
  if (lane === 'fast') {
    const isSlow = durationMs >= SLOW_THRESHOLD_MS;
    return isSlow && slowSince === null ? { slow_since: formatInstant(nowMs) } : {};
  }
  const isFast = status !== null && durationMs <= FAST_RESPONSE_MS;
  const isSlowLongEnough = slowSince !== null && nowMs - Date.parse(slowSince) >= MIN_SLOW_MS;
  return isFast && isSlowLongEnough ? { slow_since: null } : {};
}
