import { blockSize, isExhausted, type Lease, newLease } from '../domain/admission.ts';
import { takeAdmissions } from '../table/rate.ts';

/** So many requests of what `counted` names in so many seconds. `name` is what callers read. */
export interface RatePolicy {
  name: 'minute' | 'hour';
  /** The id of a workspace or a key. */
  counted: string;
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
export interface Admission {
  isAdmitted: boolean;
  states: RateState[];
  /** The next block, already being taken. Never rejects: who needs it and does not get it asks again. */
  ahead: Promise<void>;
}

/** A lease with those who wait for more of it. */
interface Held {
  window: number;
  lease: Lease;
  waiting: number;
  renewal: Promise<void> | null;
}

interface Place {
  policy: RatePolicy;
  held: Held;
}

const HELD_MOST = 5_000;

/**
 * The admissions one function instance holds, of every workspace and key that calls it. `admit` lets a request
 * pass if all of its policies have admissions left; if one has none, none of the others is used up for it.
 * Most requests are answered from what is held here. One that finds nothing left asks the table, together
 * with all that wait; one that uses up the last has the next block taken beside its own work. Rejects as the
 * table does when the count cannot be reached.
 */
export function openLeases(): { admit: (policies: RatePolicy[], nowMs: number) => Promise<Admission> } {
  const places = new Map<string, Held>();
  const placeOf = (policy: RatePolicy, nowMs: number): Place => {
    const window = Math.floor(nowMs / 1000 / policy.seconds);
    // Under another plan another lease: what is taken under each of them is right in the table.
    const key = `${policy.counted} ${policy.limit} ${window}`;
    let held = places.get(key);
    if (!held) {
      // The oldest goes; most likely its window is over.
      if (places.size >= HELD_MOST) places.delete(places.keys().next().value!);
      held = { window, lease: newLease(policy.limit), waiting: 0, renewal: null };
      places.set(key, held);
    }
    return { policy, held };
  };
  return {
    admit: async (policies, nowMs) => {
      const asked = policies.map((policy) => placeOf(policy, nowMs));
      const isAdmitted = await use(asked);
      return {
        isAdmitted,
        states: asked.map(stateOf),
        ahead: isAdmitted ? takeAhead(asked) : Promise.resolve(),
      };
    },
  };
}

/** Uses one admission of every lease, once all of them have one; false when one of them has none to get. */
async function use(asked: Place[]): Promise<boolean> {
  for (const { held } of asked) held.waiting += 1;
  try {
    for (;;) {
      if (asked.some(({ held }) => isExhausted(held.lease))) return false;
      const short = asked.filter(({ held }) => held.lease.left === 0);
      if (short.length === 0) break;
      await Promise.all(short.map(renew));
    }
    // Nothing is waited for between the look above and this, so nobody else uses the same.
    for (const { held } of asked) {
      held.lease.left -= 1;
      held.lease.used += 1;
    }
    return true;
  } finally {
    for (const { held } of asked) held.waiting -= 1;
  }
}

/** One renewal of a lease at a time: requests that come meanwhile wait for it. */
function renew(place: Place): Promise<void> {
  const { held } = place;
  held.renewal ??= take(place, blockSize(held.lease, held.waiting)).finally(() => {
    held.renewal = null;
  });
  return held.renewal;
}

async function takeAhead(asked: Place[]): Promise<void> {
  const used = asked.filter(({ held }) => held.lease.left === 0 && !isExhausted(held.lease));
  const worth = used.filter(({ held }) => held.waiting === 0 && blockSize(held.lease, 0) > 0);
  await Promise.allSettled(worth.map(renew));
}

async function take({ policy, held }: Place, block: number): Promise<void> {
  const { lease, window } = held;
  const { granted, taken, holders } = await takeAdmissions(
    { counted: policy.counted, window, seconds: policy.seconds },
    // More than is known to be left would only be refused.
    {
      block: Math.min(block, Math.max(1, lease.limit - lease.taken)),
      limit: lease.limit,
      isFirst: lease.holders === 0,
    },
  );
  lease.left += granted;
  lease.taken = taken;
  lease.holders = Math.max(1, holders);
}

function stateOf({ policy, held: { lease, window } }: Place): RateState {
  return {
    policy,
    remaining: Math.max(0, lease.limit - lease.taken) + lease.left,
    resetAtSeconds: (window + 1) * policy.seconds,
  };
}
