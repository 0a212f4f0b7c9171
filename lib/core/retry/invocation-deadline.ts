import { AsyncLocalStorage } from 'node:async_hooks';

// What remains is for the response of an endpoint, or the log line of a worker.
const RESERVE_MS = 1_000;

const retriesEnd = new AsyncLocalStorage<number>();

/**
 * Return a Lambda handler whose requests to the table are retried until a second before Lambda stops the invocation.
 * Each handler that uses the table is created with it.
 */
export function withInvocationDeadline<Arguments extends unknown[], Result>(
  handler: (...given: Arguments) => Promise<Result>,
): (...given: Arguments) => Promise<Result> {
  return (...given) => {
    // Lambda passes the context as the second argument, also to a handler that declares none.
    const context = given[1] as { getRemainingTimeInMillis: () => number } | undefined;
    if (!context) return handler(...given);
    return retriesEnd.run(Date.now() + context.getRemainingTimeInMillis() - RESERVE_MS, () => handler(...given));
  };
}

/** Return when retries of the running invocation end (epoch milliseconds); outside of one, never. */
export function retriesEndAtMs(): number {
  return retriesEnd.getStore() ?? Number.POSITIVE_INFINITY;
}

/** Settle as the pause before a retry does. Rejects when the retries of the invocation end before. */
export async function endAtDeadline<T>(pause: Promise<T>): Promise<T> {
  const remainingMs = retriesEndAtMs() - Date.now();
  if (remainingMs === Number.POSITIVE_INFINITY) return pause;
  let timer: NodeJS.Timeout | undefined;
  const end = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error('The invocation has no time left for a retry.')),
      Math.max(0, remainingMs),
    );
  });
  try {
    return await Promise.race([pause, end]);
  } finally {
    clearTimeout(timer);
  }
}
