/** Lateness of a burst in seconds after its due time: median, 95th percentile, last entry. */
export interface Lateness {
  p50: number;
  p95: number;
  last: number;
  /** Entries past the lateness limit, which fail without being sent. */
  tooLate: number;
}

export interface Burst {
  /** Entries of one platform due at second 0. */
  entries: number;
  /** Entries of all platforms: they share the quota of schedules per second. */
  allEntries: number;
  schedulesPerSecond: number;
  scheduleLeadSeconds: number;
  invocationsPerSecond: number;
  /** The concurrency of the publish function of the platform. */
  concurrency: number;
  /** How fast Lambda increases it while the queue has a backlog. */
  scaling: { initial: number; perSecond: number };
  /** How long one post occupies the publish function, with the messages for it that have no effect. */
  publishSeconds: number;
  latenessLimitSeconds: number;
}

/**
 * Simulate the seconds around a full hour, deterministically and first in, first out. Schedules are invoked a
 * minute early, spread over that minute and limited by their quota; each invocation enqueues a message that
 * becomes visible at the due time; the publish function takes messages with a concurrency that increases from second 0.
 */
export function simulateBurst(burst: Burst): Lateness {
  const share = burst.entries / Math.max(1, burst.allEntries);
  const spread = burst.entries / burst.scheduleLeadSeconds;
  const lateness: Lateness = { p50: 0, p95: 0, last: 0, tooLate: 0 };
  let [scheduled, offered, invoked, early, queued, done] = [burst.entries, 0, 0, 0, 0, 0];
  for (let second = -burst.scheduleLeadSeconds; done < burst.entries - 1e-6; second++) {
    if (second < 0) offered += spread;
    const started = Math.min(scheduled, burst.schedulesPerSecond * share, offered);
    offered -= started;
    scheduled -= started;
    invoked += started;
    const enqueued = Math.min(invoked, burst.invocationsPerSecond);
    invoked -= enqueued;
    if (second < 0) {
      early += enqueued;
      continue;
    }
    queued += enqueued + early;
    early = 0;
    const concurrency = Math.min(burst.concurrency, burst.scaling.initial + burst.scaling.perSecond * second);
    const published = Math.min(queued, concurrency / burst.publishSeconds);
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
