import { exponential, type RetryPolicy, retry } from './retry.ts';

/** Error of a change made against a state that no longer exists. Load again and decide again. */
export class ConflictError extends Error {
  constructor() {
    super('Another change came first.');
    this.name = 'ConflictError';
  }
}

/** The retry policy of every operation that may lose a race or be throttled. */
export const RETRY_POLICIES = {
  // Two seconds on average: twenty concurrent changes of one item all succeed. The first retry is immediate, because
  // most conflicts have two parties; a crowd that retries in step would conflict again.
  request: { maxAttempts: 12, maxPauseMs: (failures) => (failures > 1 ? exponential(failures, 10, 500) : 0) },
  // Five seconds on average. A transaction that meets another one at an item, or a throttle, is cancelled.
  transaction: { maxAttempts: 25, maxPauseMs: (failures) => exponential(failures, 20, 500) },
  // Until the invocation ends: a live post whose id is not recorded is unconfirmed, and a person may have to find it.
  sentPost: { maxAttempts: Number.POSITIVE_INFINITY, maxPauseMs: (failures) => exponential(failures, 20, 500) },
  // Eight seconds at most. The table returns what its capacity allows, and the rest later.
  unprocessedKeys: { maxAttempts: 9, maxPauseMs: (failures) => exponential(failures, 50, 1000) },
  // Half a second on average. SQS takes some messages of a batch, and the rest later.
  rejectedMessages: { maxAttempts: 5, maxPauseMs: (failures) => exponential(failures, 50, 500) },
  // Two seconds on average, after the retries of the SDK. A new single-use token exists only in the worker's memory.
  refreshedToken: { maxAttempts: 20, maxPauseMs: (failures) => 20 * failures },
  scheduleEntry: { maxAttempts: 20, maxPauseMs: (failures) => 20 * failures },
  // The results of the attempts of a batch meet at their endpoint.
  endpoint: { maxAttempts: 15, maxPauseMs: (failures) => exponential(failures, 5, 200) },
  auditLog: { maxAttempts: 30, maxPauseMs: (failures) => exponential(failures, 5, 300) },
  termCounts: { maxAttempts: 8, maxPauseMs: (failures) => 50 * failures },
  // Engagements that another worker has added leave the batch, so a retry needs no pause.
  engagements: { maxAttempts: 5, maxPauseMs: () => 0 },
} as const satisfies Record<string, RetryPolicy>;

/** Run an operation again after each `ConflictError`, from its start, as its policy allows. Throws the last one. */
export function retryOnConflict<T>(policy: RetryPolicy, operation: (attempt: number) => Promise<T>): Promise<T> {
  return retry(policy, operation, (error) => error instanceof ConflictError);
}
