/**
 * What one function instance holds of a limit, and what it knows of it. Everything but `left` and `used` is
 * as of the last answer of the table, and the others have taken more since.
 */
export interface Lease {
  /** Requests that may pass in this window. */
  limit: number;
  /** Admissions taken by everybody. */
  taken: number;
  /** Instances that have taken any. */
  holders: number;
  /** Admissions held here that no request has used yet. */
  left: number;
  /** Requests admitted here. */
  used: number;
}

/** The most admissions an instance takes without a request that waits for them. */
export const LARGEST_BLOCK = 50;
/** Requests of a window after which an instance is believed to be asked again. */
const KNOWN_AFTER = 3;

/** A lease of a window of which nothing is known yet. */
export function newLease(limit: number): Lease {
  return { limit, taken: 0, holders: 0, left: 0, used: 0 };
}

/** True when nothing is left of a window, here or in the table. */
export function isExhausted({ limit, taken, left }: Lease): boolean {
  return left === 0 && taken >= limit;
}

/**
 * How many admissions to take now that none is left here, for `waiting` requests and those to come. What is
 * taken for requests to come is lost when they do not come here. So it is nothing before the third request,
 * and then half of what was used here, or a 32nd of this instance's share in the rest if that is more, but
 * never more than half of that share: blocks shrink to one as the limit comes near, and nothing is lost as
 * long as those are asked who hold something. Decision 9 has the numbers.
 */
export function blockSize(lease: Lease, waiting: number): number {
  if (lease.used < KNOWN_AFTER) return waiting;
  const share = Math.max(0, lease.limit - lease.taken) / Math.max(1, lease.holders);
  const wanted = Math.max(lease.used / 2, share / 32);
  return Math.max(waiting, Math.floor(Math.min(LARGEST_BLOCK, wanted, share / 2)));
}
