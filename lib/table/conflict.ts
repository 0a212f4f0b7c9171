import { setTimeout as sleep } from 'node:timers/promises';

/** Error of a change made against a state that no longer exists. Load again and decide again. */
export class ConflictError extends Error {
  constructor() {
    super('Another change came first.');
    this.name = 'ConflictError';
  }
}

/** Attempts of a change, and the maximum pause after the nth failure. The actual pause is random. */
export type RetryPolicy = { maxAttempts: number; maxPauseMs: (failures: number) => number };

/** The retry policy of every operation that may lose a race. */
export const RETRY_POLICIES = {
  // Two seconds on average: twenty concurrent changes of one item all succeed. The first retry is immediate, because
  // most conflicts have two parties; a crowd that retries in step would conflict again.
  request: { maxAttempts: 12, maxPauseMs: (failures) => (failures > 1 ? exponential(failures, 10, 500) : 0) },
  // Five seconds on average. When the posts of a workspace are due in the same second, hundreds of transactions meet at
  // its counters, and a worker that stops after a post was sent leaves it unconfirmed.
  transaction: { maxAttempts: 25, maxPauseMs: (failures) => exponential(failures, 20, 500) },
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

/**
 * Run an operation again after each error that `isConflict` selects, from its start, as its policy allows.
 * Throws the last conflict when the attempts are exhausted, and every other error at once.
 */
export async function retryOnConflict<T>(
  { maxAttempts, maxPauseMs }: RetryPolicy,
  operation: (attempt: number) => Promise<T>,
  isConflict: (error: unknown) => boolean = isConflictError,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await operation(attempt);
    } catch (error) {
      if (attempt >= maxAttempts || !isConflict(error)) throw error;
      const maxMs = maxPauseMs(attempt);
      if (maxMs > 0) await sleep(Math.random() * maxMs);
    }
  }
}

function isConflictError(error: unknown): boolean {
  return error instanceof ConflictError;
}

function exponential(failures: number, baseMs: number, maxMs: number): number {
  return Math.min(baseMs * 2 ** failures, maxMs);
}
