/** The deadline of a request that posts. */
export const SEND_DEADLINE_MS = 20_000;

/** Sending starts only if there is time left to receive and save the response. */
export const MIN_TIME_TO_SEND_MS = SEND_DEADLINE_MS + 5_000;

const DELAYS_SECONDS = [15, 60, 300, 900, 1800] as const;
const CONTINUE_SECONDS = 5;

/**
 * Compute the time of the attempt after one that was certainly not sent, in epoch milliseconds; null when it would be
 * beyond `latestMs`. It waits for the end of a rate limit (`retryAfterSeconds`; null: unknown), and at least for the
 * delay of its number. If both together are too late, the earlier of the two counts: a platform may accept the post
 * before the end it has stated, and the delay is only a precaution.
 */
export function nextAttemptMs(
  attempts: number,
  retryAfterSeconds: number | null,
  nowMs: number,
  latestMs: number,
): number | null {
  const delay = DELAYS_SECONDS[Math.min(Math.max(attempts, 1), DELAYS_SECONDS.length) - 1]!;
  const waits = [delay, retryAfterSeconds ?? delay];
  const times = [Math.max(...waits), Math.min(...waits)].map((seconds) => nowMs + seconds * 1000);
  return times.find((timeMs) => timeMs <= latestMs) ?? null;
}

/**
 * Compute the time of the attempt that continues an unfinished preparation, in epoch milliseconds; null when it would
 * be beyond `latestMs`. It does not wait longer each time, because the preparation progresses.
 */
export function continuationMs(nowMs: number, latestMs: number): number | null {
  const timeMs = nowMs + CONTINUE_SECONDS * 1000;
  return timeMs <= latestMs ? timeMs : null;
}
