import {
  isExhausted,
  newQuotaBatch,
  nextBatchSize,
  type QuotaBatch,
} from '../domain/identity/rate-limit-batching.ts';
import { reserveQuota } from '../table/rate-limit.ts';

/** So many requests of what `subjectId` names in so many seconds. `name` is what callers read. */
export interface RatePolicy {
  name: 'minute' | 'hour';
  /** The id of a workspace or a key. */
  subjectId: string;
  limit: number;
  seconds: number;
}

/** A policy as the headers tell of it. `remaining` is null while the count cannot be reached. */
export interface RateState {
  policy: RatePolicy;
  remaining: number | null;
  resetAtSeconds: number;
}

/** What became of asking for a request to pass. */
export interface RateLimitDecision {
  isAdmitted: boolean;
  states: RateState[];
  /** The next block, already being taken. Never rejects: who needs it and does not get it asks again. */
  prefetching: Promise<void>;
}

/** A lease with those who wait for more of it. */
interface WindowState {
  window: number;
  lease: QuotaBatch;
  waiters: number;
  refilling: Promise<void> | null;
}

interface PolicyState {
  policy: RatePolicy;
  held: WindowState;
}

const MAX_TRACKED_WINDOWS = 5_000;

/**
 * The admissions one function instance holds, of every workspace and key that calls it. `admit` lets a request
 * pass if all of its policies have admissions left; if one has none, none of the others is used up for it.
 * Most requests are answered from what is held here. One that finds nothing left asks the table, together
 * with all that wait; one that uses up the last has the next block taken beside its own work. Rejects as the
 * table does when the count cannot be reached.
 */
export function createRateLimiter(): {
  admit: (policies: RatePolicy[], nowMs: number) => Promise<RateLimitDecision>;
} {
  const places = new Map<string, WindowState>();
  const placeOf = (policy: RatePolicy, nowMs: number): PolicyState => {
    const window = Math.floor(nowMs / 1000 / policy.seconds);
    // Under another plan another lease: what is taken under each of them is right in the table.
    const key = `${policy.subjectId} ${policy.limit} ${window}`;
    let held = places.get(key);
    if (!held) {
      // The oldest goes; most likely its window is over.
      if (places.size >= MAX_TRACKED_WINDOWS) places.delete(places.keys().next().value!);
      held = { window, lease: newQuotaBatch(policy.limit), waiters: 0, refilling: null };
      places.set(key, held);
    }
    return { policy, held };
  };
  return {
    admit: async (policies, nowMs) => {
      const asked = policies.map((policy) => placeOf(policy, nowMs));
      const isAdmitted = await consume(asked);
      return {
        isAdmitted,
        states: asked.map(stateOf),
        prefetching: isAdmitted ? prefetch(asked) : Promise.resolve(),
      };
    },
  };
}

/** Uses one admission of every lease, once all of them have one; false when one of them has none to get. */
async function consume(asked: PolicyState[]): Promise<boolean> {
  for (const { held } of asked) held.waiters += 1;
  try {
    for (;;) {
      if (asked.some(({ held }) => isExhausted(held.lease))) return false;
      const short = asked.filter(({ held }) => held.lease.available === 0);
      if (short.length === 0) break;
      await Promise.all(short.map(refill));
    }
    // Nothing is waited for between the look above and this, so nobody else uses the same.
    for (const { held } of asked) {
      held.lease.available -= 1;
      held.lease.consumed += 1;
    }
    return true;
  } finally {
    for (const { held } of asked) held.waiters -= 1;
  }
}

/** One renewal of a lease at a time: requests that come meanwhile wait for it. */
function refill(place: PolicyState): Promise<void> {
  const { held } = place;
  held.refilling ??= reserve(place, nextBatchSize(held.lease, held.waiters)).finally(() => {
    held.refilling = null;
  });
  return held.refilling;
}

async function prefetch(asked: PolicyState[]): Promise<void> {
  const used = asked.filter(({ held }) => held.lease.available === 0 && !isExhausted(held.lease));
  const worth = used.filter(({ held }) => held.waiters === 0 && nextBatchSize(held.lease, 0) > 0);
  await Promise.allSettled(worth.map(refill));
}

async function reserve({ policy, held }: PolicyState, block: number): Promise<void> {
  const { lease, window } = held;
  const { reserved, taken, holders } = await reserveQuota(
    { subject_id: policy.subjectId, window, seconds: policy.seconds },
    // More than is known to be left would only be refused.
    {
      block: Math.min(block, Math.max(1, lease.limit - lease.reserved)),
      limit: lease.limit,
      isFirst: lease.instances === 0,
    },
  );
  lease.available += reserved;
  lease.reserved = taken;
  lease.instances = Math.max(1, holders);
}

function stateOf({ policy, held: { lease, window } }: PolicyState): RateState {
  return {
    policy,
    remaining: Math.max(0, lease.limit - lease.reserved) + lease.available,
    resetAtSeconds: (window + 1) * policy.seconds,
  };
}
