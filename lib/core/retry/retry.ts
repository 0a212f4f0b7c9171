import timers from 'node:timers/promises';
import type { RetryPolicy } from './back-off.ts';
import { retriesEndAtMs } from './invocation-deadline.ts';

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
