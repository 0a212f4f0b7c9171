import timers from 'node:timers/promises';
import { retriesEndAtMs } from './invocation-deadline.ts';

/** How often an operation is attempted, and the maximum pause after the nth failure. The actual pause is random. */
export interface RetryPolicy {
  maxAttempts: number;
  maxPauseMs: (failures: number) => number;
}

/**
 * Run an operation again after each error that `isRetryable` selects, from its start, as its policy allows and until
 * the invocation ends. Throws the last error when neither allows another attempt, and every other error at once.
 */
export async function retry<T>(
  { maxAttempts, maxPauseMs }: RetryPolicy,
  operation: (attempt: number) => Promise<T>,
  isRetryable: (error: unknown) => boolean,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await operation(attempt);
    } catch (error) {
      if (attempt >= maxAttempts || !isRetryable(error)) throw error;
      const pauseMs = Math.random() * maxPauseMs(attempt);
      if (Date.now() + pauseMs >= retriesEndAtMs()) throw error;
      if (pauseMs > 0) await timers.setTimeout(pauseMs);
    }
  }
}

/** Return a maximum pause that doubles with each failure, up to `maxMs`. */
export function exponential(failures: number, baseMs: number, maxMs: number): number {
  return Math.min(baseMs * 2 ** failures, maxMs);
}
