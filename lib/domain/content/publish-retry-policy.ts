const DELAYS_SECONDS = [15, 60, 300, 900, 1800] as const;

/** Return the seconds to wait after an attempt that was certainly not sent, at least what the platform requires. */
export function publishRetryDelaySeconds(attempts: number, retryAfterSeconds: number | null): number {
  const index = Math.min(Math.max(attempts, 1), DELAYS_SECONDS.length) - 1;
  return Math.max(DELAYS_SECONDS[index]!, retryAfterSeconds ?? 0);
}
