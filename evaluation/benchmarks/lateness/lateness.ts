/** How late posts were, in milliseconds. Null when there are none. */
export interface Lateness {
  p50: number | null;
  p95: number | null;
  max: number | null;
}

/** The value that `share` of an ascending list do not exceed, by the nearest rank; null for an empty list. */
export function percentile(ascending: number[], share: number): number | null {
  return ascending[Math.max(0, Math.ceil(share * ascending.length) - 1)] ?? null;
}

/** Sum up an ascending list of milliseconds. */
export function summarizeLateness(ascendingMs: number[]): Lateness {
  return {
    p50: percentile(ascendingMs, 0.5),
    p95: percentile(ascendingMs, 0.95),
    max: percentile(ascendingMs, 1),
  };
}
