import { formatInstant } from '../../core/values/timestamps.ts';
import type { Delivery } from './webhook-delivery.ts';

const MINUTE_MS = 60_000;
/** With the rest of the current minute, at most the 15 minutes that one message can wait. */
const MAX_SPREAD_MS = 14 * MINUTE_MS;

/** Return the host that a limit counts: without the port, because all ports are one machine. */
export function receiverHost(url: string): string {
  return new URL(url).hostname;
}

/** Return the start of the next minute, in epoch milliseconds. */
export function nextMinuteMs(nowMs: number): number {
  return (Math.floor(nowMs / MINUTE_MS) + 1) * MINUTE_MS;
}

/**
 * Postpone the next attempt of a delivery whose receiver has no requests left in this minute. It is not an attempt and
 * not a failure. The delivery asks again in the next minute, or, if it has waited longer, within a time as long as
 * that, at most 14 minutes: with a fixed pause, every delivery of a long backlog would ask every minute. `random` in
 * [0, 1).
 */
export function deferDelivery(delivery: Delivery, nowMs: number, random: number): Delivery {
  const since = delivery.deferred_since ?? formatInstant(nowMs);
  const spreadMs = Math.min(Math.max(nowMs - Date.parse(since), MINUTE_MS), MAX_SPREAD_MS);
  return {
    ...delivery,
    lease_expires_at: null,
    deferred_since: since,
    next_attempt_at: formatInstant(nextMinuteMs(nowMs) + Math.floor(random * spreadMs)),
  };
}
