/** One station of a line: how many it takes in a second. */
export interface Station {
  perSecond: number;
}

/** What became of a burst: seconds after its time, for the median, the 95th of a hundred, and the last. */
export interface Lateness {
  p50: number;
  p95: number;
  last: number;
  /** How many came later than the limit, and so were failed and not sent. */
  tooLate: number;
}

export interface Burst {
  /** Entries due at second 0, on one platform. */
  entries: number;
  /** Entries of all platforms: they share the timers' rate. */
  allEntries: number;
  timersPerSecond: number;
  timerEarlySeconds: number;
  invocationsPerSecond: number;
  publishedPerSecond: number;
  latenessLimitSeconds: number;
}

/**
 * Plays the seconds around a full hour: timers fire a minute early, spread over that minute because that is
 * their precision, no faster than their quota; each wakes its function, which puts a message into the queue
 * that appears at the time; the function takes messages as fast as its concurrency lets it. No randomness:
 * amounts flow, first come first served.
 */
export function simulateBurst(burst: Burst): Lateness {
  const share = burst.entries / Math.max(1, burst.allEntries);
  let unfired = burst.entries;
  let unwoken = 0;
  let queued = 0;
  let early = 0;
  let done = 0;
  const lateness: Lateness = { p50: 0, p95: 0, last: 0, tooLate: 0 };
  const spread = burst.entries / burst.timerEarlySeconds;
  let offered = 0;
  for (let second = -burst.timerEarlySeconds; done < burst.entries - 1e-6; second++) {
    if (second < 0) offered += spread;
    const fired = Math.min(unfired, burst.timersPerSecond * share, offered);
    offered -= fired;
    unfired -= fired;
    unwoken += fired;
    const woken = Math.min(unwoken, burst.invocationsPerSecond);
    unwoken -= woken;
    if (second < 0) {
      early += woken;
      continue;
    }
    queued += woken + early;
    early = 0;
    const published = Math.min(queued, burst.publishedPerSecond);
    queued -= published;
    const before = done;
    done += published;
    if (before < 0.5 * burst.entries && done >= 0.5 * burst.entries - 1e-6) lateness.p50 = second;
    if (before < 0.95 * burst.entries && done >= 0.95 * burst.entries - 1e-6) lateness.p95 = second;
    if (second > burst.latenessLimitSeconds) lateness.tooLate += published;
    lateness.last = second;
  }
  return { ...lateness, tooLate: Math.round(lateness.tooLate) };
}
