/**
 * The quota of one window that a function instance has reserved, and what it knows of the window.
 *
 * `reserved` and `instances` are as of its last reservation; other instances have reserved more since.
 */
export interface QuotaBatch {
  /** Requests allowed in the window. */
  limit: number;
  /** Requests reserved by all instances. */
  reserved: number;
  /** Instances that have reserved any. */
  instances: number;
  /** Requests reserved here and not consumed. */
  available: number;
  /** Requests consumed here. */
  consumed: number;
}

/** Maximum size of a batch that no waiting request needs. */
export const MAX_QUOTA_BATCH = 50;
/** Requests in a window after which an instance expects more. */
const PREFETCH_AFTER_REQUESTS = 3;

/** Create the batch of a window of which nothing is known. */
export function newQuotaBatch(limit: number): QuotaBatch {
  return { limit, reserved: 0, instances: 0, available: 0, consumed: 0 };
}

/** Return true when no quota is left in the window, here or in the table. */
export function isExhausted({ limit, reserved, available }: QuotaBatch): boolean {
  return available === 0 && reserved >= limit;
}

/**
 * Return how many requests to reserve for `waiting` requests and for those expected.
 *
 * Quota reserved for expected requests is lost when they do not reach this instance. So nothing is added before
 * the third request; then the batch is half of what was consumed here, or a 32nd of this instance's share of
 * the rest if that is more, but at most half of that share. Batches shrink to one as the limit comes near, and
 * nothing is lost while requests reach instances that have quota. Decision 9 has the measurements.
 */
export function nextBatchSize(batch: QuotaBatch, waiting: number): number {
  if (batch.consumed < PREFETCH_AFTER_REQUESTS) return waiting;
  const share = Math.max(0, batch.limit - batch.reserved) / Math.max(1, batch.instances);
  const wanted = Math.max(batch.consumed / 2, share / 32);
  return Math.max(waiting, Math.floor(Math.min(MAX_QUOTA_BATCH, wanted, share / 2)));
}
