import { Refusal } from '../domain/refusal.ts';
import { PLANS } from '../domain/workspace.ts';
import { takeAdmissions } from '../table/rate.ts';
import type { Call, RateState } from './call.ts';

const WINDOW_SECONDS = 60;
const LARGEST_BLOCK = 10;

/** Admissions this instance holds of a workspace's minute. */
interface Lease {
  minute: number;
  left: number;
  /** Taken by everybody, as of the last answer of the table. */
  taken: number;
}

const leases = new Map<string, Lease>();
const renewals = new Map<string, Promise<Lease>>();

/**
 * Lets a request pass if its workspace has admissions left in this minute; 429 otherwise. Admissions are
 * taken from the table in blocks of up to ten, so most requests cost no write; the block shrinks as the
 * limit comes near, so that few are left with instances that are not asked again. When the table cannot be
 * reached the request fails as the operation itself would: more than the limit never passes. Contract,
 * section 11.
 */
export async function admit(call: Call): Promise<void> {
  if (!call.caller) return;
  const { id, plan } = call.caller.workspace;
  const limit = PLANS[plan].requestsPerMinute;
  const minute = Math.floor(call.nowMs / 1000 / WINDOW_SECONDS);
  let lease = leases.get(id);
  while (!lease || lease.minute !== minute || (lease.left === 0 && lease.taken < limit)) {
    lease = await renew(id, minute, limit);
  }
  const isAdmitted = lease.left > 0;
  if (isAdmitted) lease.left -= 1;
  call.rate = rateState(call.nowMs, minute, limit, lease);
  if (!isAdmitted) {
    throw new Refusal('quota-exceeded', `The ${limit} requests of this minute are used up.`, {
      headers: { 'retry-after': String(call.rate.resetSeconds) },
    });
  }
}

/** The headers that tell a caller how much is left. Draft IETF RateLimit fields, and the older X- ones. */
export function rateHeaders(rate: RateState): Record<string, string> {
  return {
    'ratelimit-policy': `"minute";q=${rate.limit};w=${WINDOW_SECONDS}`,
    ratelimit: `"minute";r=${rate.remaining};t=${rate.resetSeconds}`,
    'x-ratelimit-limit': String(rate.limit),
    'x-ratelimit-remaining': String(rate.remaining),
    'x-ratelimit-reset': String(rate.resetAtSeconds),
  };
}

function rateState(nowMs: number, minute: number, limit: number, lease: Lease): RateState {
  const resetAtSeconds = (minute + 1) * WINDOW_SECONDS;
  return {
    limit,
    remaining: Math.max(0, limit - lease.taken) + lease.left,
    resetSeconds: Math.max(1, Math.ceil(resetAtSeconds - nowMs / 1000)),
    resetAtSeconds,
  };
}

/** One renewal at a time for a workspace: requests that come meanwhile wait for it. */
function renew(workspaceId: string, minute: number, limit: number): Promise<Lease> {
  const running = renewals.get(workspaceId);
  if (running) return running;
  const started = take(workspaceId, minute, limit).finally(() => renewals.delete(workspaceId));
  renewals.set(workspaceId, started);
  return started;
}

async function take(workspaceId: string, minute: number, limit: number): Promise<Lease> {
  const before = leases.get(workspaceId);
  const known = before?.minute === minute ? before : null;
  // Nothing is known of the rest of a new minute, so it starts with a single admission.
  const block = known ? Math.max(1, Math.min(LARGEST_BLOCK, Math.floor((limit - known.taken) / 20))) : 1;
  const { granted, taken } = await takeAdmissions(workspaceId, minute, block, limit);
  const lease = { minute, left: (known?.left ?? 0) + granted, taken };
  leases.set(workspaceId, lease);
  return lease;
}
