import { formatInstant } from '../timestamps.ts';
import { DELIVERY_DEADLINE_SECONDS } from './webhook-delivery.ts';
import type { WebhookEndpoint } from './webhook-endpoint.ts';

/**
 * The two ways a delivery can go. Whoever works on deliveries takes several at a time and is held by the
 * slowest of them, so a receiver that hangs would hold up those that happen to be beside it. In the fast lane
 * nobody is held for longer than two seconds; what takes longer goes into the slow lane, which has workers of
 * its own, and where every attempt has the time the contract promises.
 */
export type DeliveryLane = 'fast' | 'slow';

/** How long an attempt may take in the lane, to the end of the answer. */
export const LANE_DEADLINE_MS: Record<DeliveryLane, number> = {
  fast: 2_000,
  slow: DELIVERY_DEADLINE_SECONDS * 1000,
};

/** Who needs this long in the fast lane is slow. A little less than its deadline, because timers come early. */
const SLOW_THRESHOLD_MS = 0.9 * LANE_DEADLINE_MS.fast;

/** An answer this quick, in the slow lane, shows that a receiver is well again. */
export const FAST_RESPONSE_MS = 1_000;

/**
 * How long a receiver stays in the slow lane at least: one that is quick and slow by turns would otherwise
 * hold up the fast lane again and again, and get deliveries twice each time.
 */
export const MIN_SLOW_MS = 60_000;

/** What came of an attempt, as far as it tells how quick the receiver is. */
export interface AttemptTiming {
  status: number | null;
  durationMs: number;
}

/**
 * What an attempt changes about the lane of its endpoint; nothing, mostly. Slow is who keeps the fast lane
 * to its deadline, be it for an answer or for the rest of one.
 */
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
  const isWell = status !== null && durationMs <= FAST_RESPONSE_MS;
  const isLongAgo = slowSince !== null && nowMs - Date.parse(slowSince) >= MIN_SLOW_MS;
  return isWell && isLongAgo ? { slow_since: null } : {};
}
