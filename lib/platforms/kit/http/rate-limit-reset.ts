/** The longest window of a platform's rate limit: X and Instagram count 24 hours, LinkedIn a UTC day. */
const MAX_WINDOW_SECONDS = 86_400;

/** Seconds since 1970 have fewer digits until the year 5138, milliseconds have more since 1973. */
const MIN_MILLISECONDS = 100_000_000_000;

/** Return the wait a platform requires, in seconds; null for one that no rate limit has: none, or over a day. */
export function toPlausibleWait(seconds: number | null): number | null {
  return seconds !== null && seconds > 0 && seconds <= MAX_WINDOW_SECONDS ? Math.ceil(seconds) : null;
}

/** Compute the seconds until a reset in seconds or milliseconds since 1970; null for an implausible one. */
export function secondsUntilReset(reset: number, nowMs: number): number | null {
  const resetMs = reset < MIN_MILLISECONDS ? reset * 1000 : reset;
  return toPlausibleWait((resetMs - nowMs) / 1000);
}
