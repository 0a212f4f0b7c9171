import type { RatePolicy } from './policy.ts';
import { isExhausted, isUsedUp, newQuotaBatch, nextBatchSize, type QuotaBatch } from './rate-limit-batching.ts';
import { readReserved, reserveQuota } from './store.ts';

/** A policy as the headers report it. `remaining` is null while the count is unknown. */
export type RateState = { policy: RatePolicy; remaining: number | null; resetAtSeconds: number };

/** The result of requesting quota. */
export interface RateLimitDecision {
  isAllowed: boolean;
  /** The policies; `remaining` is 0 for an exhausted one, and not known yet for others. */
  states: RateState[];
  /** The reservation of the next batch. Never rejects: a request that needs it and lacks it reserves again. */
  prefetching: Promise<void>;
  /**
   * Count the remaining quota of each policy after this request: what no instance has reserved. For sequential requests
   * it never rises, because it is never older than the request. Never rejects: without the table it stays unknown.
   */
  count: () => Promise<RateState[]>;
}

/** The quota of one policy in one window, and the requests that wait for more of it. */
interface WindowState {
  policy: RatePolicy;
  window: number;
  batch: QuotaBatch;
  waiters: number;
  refilling: Promise<void> | null;
  /** Number the next contact with the table, over all windows of the limiter in the order in which contacts begin. */
  beginContact: () => number;
  /** The number of the latest contact with the table whose response is known. */
  contact: number;
}

const MAX_TRACKED_WINDOWS = 5_000;

/**
 * Create the rate limiter of one instance, which reserves batches in the table and grants most requests from memory.
 * `request` allows a request only when every policy has quota left, and consumes none otherwise. The request that
 * consumes the last of a batch prefetches the next in parallel. `expected` requests follow at once, this one included: a
 * reservation for them is one write. Rejects when the table fails.
 */
export function createRateLimiter(): {
  request: (policies: RatePolicy[], nowMs: number, expected?: number) => Promise<RateLimitDecision>;
} {
  const states = new Map<string, WindowState>();
  let contacts = 0;
  const beginContact = () => {
    contacts += 1;
    return contacts;
  };
  const stateFor = (policy: RatePolicy, nowMs: number): WindowState => {
    const window = Math.floor(nowMs / 1000 / policy.seconds);
    // A changed limit gets its own batch: the table counts the reservations of both correctly.
    const key = `${policy.subjectId} ${policy.limit} ${window}`;
    let state = states.get(key);
    if (!state) {
      // Evict the oldest window, which has most likely ended.
      if (states.size >= MAX_TRACKED_WINDOWS) states.delete(states.keys().next().value!);
      const batch = newQuotaBatch(policy.limit);
      state = { policy, window, batch, waiters: 0, refilling: null, beginContact, contact: 0 };
      states.set(key, state);
    }
    return state;
  };
  return {
    request: async (policies, nowMs, expected = 1) => {
      const requested = policies.map((policy) => stateFor(policy, nowMs));
      const before = contacts;
      const isAllowed = await consume(requested, expected);
      const prefetching = isAllowed ? prefetch(requested) : Promise.resolve();
      const count = async () => {
        await prefetching;
        const isStale = (state: WindowState) => state.contact <= before && !isUsedUp(state.batch);
        await Promise.allSettled(requested.filter(isStale).map(read));
        return requested.map((state) => toRateState(state, !isStale(state)));
      };
      return { isAllowed, states: requested.map((state) => toRateState(state, false)), prefetching, count };
    },
  };
}

/** Consume one request of every batch once all have one. Returns false when a window is exhausted. */
async function consume(states: WindowState[], expected: number): Promise<boolean> {
  for (const state of states) state.waiters += 1;
  try {
    for (;;) {
      if (states.some(({ batch }) => isExhausted(batch))) return false;
      const empty = states.filter(({ batch }) => batch.available === 0);
      if (empty.length === 0) break;
      await Promise.all(empty.map((state) => refill(state, expected)));
    }
    // Nothing is awaited between the check above and this, so no other request consumes the same quota.
    for (const { batch } of states) {
      batch.available -= 1;
      batch.consumed += 1;
    }
    return true;
  } finally {
    for (const state of states) state.waiters -= 1;
  }
}

/** Refill a batch. Concurrent requests wait for the same reservation. */
function refill(state: WindowState, expected: number): Promise<void> {
  const size = Math.max(nextBatchSize(state.batch, state.waiters), expected);
  state.refilling ??= reserve(state, size).finally(() => {
    state.refilling = null;
  });
  return state.refilling;
}

async function prefetch(states: WindowState[]): Promise<void> {
  const empty = states.filter(({ batch }) => batch.available === 0 && !isExhausted(batch));
  const useful = empty.filter(({ batch, waiters }) => waiters === 0 && nextBatchSize(batch, 0) > 0);
  await Promise.allSettled(useful.map((state) => refill(state, 1)));
}

async function reserve(state: WindowState, size: number): Promise<void> {
  const { policy, batch, window } = state;
  const contact = state.beginContact();
  const { granted, reserved, instances } = await reserveQuota(
    { subject_id: policy.subjectId, window, seconds: policy.seconds },
    {
      // The table would reject more than is known to be left.
      batch: Math.min(size, Math.max(1, batch.limit - batch.reserved)),
      limit: batch.limit,
      isFirst: batch.instances === 0,
    },
  );
  batch.available += granted;
  batch.instances = Math.max(1, instances);
  noteReserved(state, reserved, contact);
}

async function read(state: WindowState): Promise<void> {
  const { policy, window } = state;
  const contact = state.beginContact();
  noteReserved(state, await readReserved({ subject_id: policy.subjectId, window }), contact);
}

function noteReserved(state: WindowState, reserved: number, contact: number): void {
  state.batch.reserved = Math.max(state.batch.reserved, reserved);
  state.contact = Math.max(state.contact, contact);
}

/**
 * Quota that an instance has reserved and not consumed does not count as remaining: another instance may already have
 * reported less.
 */
function toRateState({ policy, batch, window }: WindowState, isCounted: boolean): RateState {
  const isKnown = isCounted || isExhausted(batch);
  return {
    policy,
    remaining: isKnown ? Math.max(0, batch.limit - batch.reserved) : null,
    resetAtSeconds: (window + 1) * policy.seconds,
  };
}
