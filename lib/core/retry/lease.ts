import { formatInstant } from '../values/timestamps.ts';

/**
 * The duration of each lease in seconds. What runs under a lease has a shorter deadline, so a lease that has ended is
 * that of a worker that crashed.
 */
export const LEASE_SECONDS = {
  /** An attempt to publish. Exceeds the timeout of the publish function. */
  attempt: 120,
  /** The next attempt of a delivery, while it waits for a worker of the slow lane and until that has ended. */
  delivery: 300,
  tokenRefresh: 60,
  /** The exchange of an authorization code. Exceeds the timeout of the callback. */
  codeExchange: 60,
  /** Sending an email. It is the timeout of the function that sends it. */
  email: 60,
  /** The inspection of a file. Exceeds the timeout of the function. */
  inspection: 130,
  /** Writing an item into the search index. Exceeds the timeout of the step function. */
  indexing: 90,
  /** A request that waits for a platform or a receiver. Exceeds the timeout of every function that takes one. */
  requestInFlight: 30,
} as const;

type Lease = keyof typeof LEASE_SECONDS;

/** Return the end of a lease that begins now, in epoch milliseconds. */
export function leaseEndMs(lease: Lease, nowMs: number): number {
  return nowMs + LEASE_SECONDS[lease] * 1000;
}

/** Return the end of a lease that begins now (ISO 8601). */
export function leaseEnd(lease: Lease, nowMs: number): string {
  return formatInstant(leaseEndMs(lease, nowMs));
}

/** Return whether a lease still holds, by its end (ISO 8601); null or absent while there is none. */
export function isLeased(end: string | null | undefined, nowMs: number): boolean {
  return typeof end === 'string' && nowMs < Date.parse(end);
}
