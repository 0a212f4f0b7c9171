/** Quota that an instance has reserved in one window. Other instances may have reserved more since. */
export interface QuotaBatch {
  limit: number; // Requests allowed in the window.
  reserved: number; // Requests reserved by all instances.
  instances: number; // Instances with a reservation.
  available: number; // Requests reserved and not yet consumed by this instance.
  consumed: number; // Requests consumed by this instance.
}

/** Maximum size of a batch, unless more requests are waiting. */
export const MAX_QUOTA_BATCH = 50;
/** Requests in a window after which an instance prefetches quota. */
const PREFETCH_AFTER_REQUESTS = 3;

/** Create the batch of a window without known reservations. */
export function newQuotaBatch(limit: number): QuotaBatch {
  return { limit, reserved: 0, instances: 0, available: 0, consumed: 0 };
}

/** Return true if all quota of the window is reserved, by this instance or by others. */
export function isUsedUp({ limit, reserved }: QuotaBatch): boolean {
  return reserved >= limit;
}

/** Return true if no quota is left in the window, neither reserved by this instance nor in the table. */
export function isExhausted(batch: QuotaBatch): boolean {
  return batch.available === 0 && isUsedUp(batch);
}

/**
 * Return how many requests to reserve for `waiting` requests and for expected ones. Decision 9 has the measurements.
 * Quota for expected requests is lost if they do not reach this instance, so nothing is prefetched before the third.
 * Then a batch is half of what was consumed, at least 1/32 and at most half of the instance's share of the rest.
 */
export function nextBatchSize(batch: QuotaBatch, waiting: number): number {
  if (batch.consumed < PREFETCH_AFTER_REQUESTS) return waiting;
  const share = Math.max(0, batch.limit - batch.reserved) / Math.max(1, batch.instances);
  const wanted = Math.max(batch.consumed / 2, share / 32);
  return Math.max(waiting, Math.floor(Math.min(MAX_QUOTA_BATCH, wanted, share / 2)));
}
