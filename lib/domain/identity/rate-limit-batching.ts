/**
 * What one function instance holds of a limit, and what it knows of it. Everything but `left` and `used` is
 * as of the last answer of the table, and the others have taken more since.
 */
export interface QuotaBatch {
  /** Requests that may pass in this window. */
  limit: number;
  /** Admissions taken by everybody. */
  reserved: number;
  /** Instances that have taken any. */
  instances: number;
  /** Admissions held here that no request has used yet. */
  available: number;
  /** Requests admitted here. */
  consumed: number;
}

/** The most admissions an instance takes without a request that waits for them. */
export const MAX_QUOTA_BATCH = 50;
/** Requests of a window after which an instance is believed to be asked again. */
const PREFETCH_AFTER_REQUESTS = 3;

/** A lease of a window of which nothing is known yet. */
export function newQuotaBatch(limit: number): QuotaBatch {
  return { limit, reserved: 0, instances: 0, available: 0, consumed: 0 };
}

/** True when nothing is left of a window, here or in the table. */
export function isExhausted({ limit, reserved: taken, available: left }: QuotaBatch): boolean {
  return left === 0 && taken >= limit;
}

/**
 * How many admissions to take now that none is left here, for `waiting` requests and those to come. What is
 * taken for requests to come is lost when they do not come here. So it is nothing before the third request,
 * and then half of what was used here, or a 32nd of this instance's share in the rest if that is more, but
 * never more than half of that share: blocks shrink to one as the limit comes near, and nothing is lost as
 * long as those are asked who hold something. Decision 9 has the numbers.
 */
export function nextBatchSize(lease: QuotaBatch, waiting: number): number {
  if (lease.consumed < PREFETCH_AFTER_REQUESTS) return waiting;
  const share = Math.max(0, lease.limit - lease.reserved) / Math.max(1, lease.instances);
  const wanted = Math.max(lease.consumed / 2, share / 32);
  return Math.max(waiting, Math.floor(Math.min(MAX_QUOTA_BATCH, wanted, share / 2)));
}
