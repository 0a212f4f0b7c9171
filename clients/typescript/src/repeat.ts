import { ApiError, ConnectionError } from './errors.ts';

/** Longer waits are left to the caller, who knows `retryAfter`. */
const MAX_WAIT_SECONDS = 60;

/** How an attempt is repeated. */
export interface RepeatOptions {
  maxRetries?: number | undefined;
  signal?: AbortSignal | undefined;
  /** Is called before the wait for the next attempt. */
  onWait?(attempts: number, waitMs: number, error: Error): void;
}

/** Run an attempt again, after a wait, as long as it fails with an error that may pass. */
export async function repeat<T>(
  attempt: () => Promise<T>,
  { maxRetries = 4, signal, onWait }: RepeatOptions = {},
): Promise<T> {
  for (let number = 0; ; number += 1) {
    try {
      return await attempt();
    } catch (error) {
      const retryAfter = error instanceof ApiError ? error.retryAfter : null;
      const isLast = number >= maxRetries || (retryAfter ?? 0) > MAX_WAIT_SECONDS;
      if (isLast || !mayPass(error)) throw error;
      const waitMs = retryAfter === null ? backoffMs(number) : retryAfter * 1000;
      onWait?.(number + 1, waitMs, error);
      await wait(waitMs, signal);
    }
  }
}

/** Wait, unless the signal ends the wait. */
export async function wait(ms: number, signal?: AbortSignal): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  try {
    await unlessAborted(end, signal);
  } finally {
    clearTimeout(timer);
  }
}

/** Wait for a result, unless the signal ends the wait. */
export async function unlessAborted<T>(result: Promise<T>, signal?: AbortSignal): Promise<T> {
  signal?.throwIfAborted();
  let abort = () => {};
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(signal?.reason);
  });
  signal?.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([result, aborted]);
  } finally {
    signal?.removeEventListener('abort', abort);
  }
}

/** Tell whether a repeat of the request may succeed soon. */
function mayPass(error: unknown): error is ApiError | ConnectionError {
  if (error instanceof ConnectionError) return true;
  if (!(error instanceof ApiError)) return false;
  return error.status === 429 || error.status >= 500 || error.code === 'request_in_flight';
}

/** Half a second, doubled with each attempt up to 8 s, of which up to a half is random. */
function backoffMs(number: number): number {
  return Math.min(8_000, 500 * 2 ** number) * (0.5 + Math.random() / 2);
}
