import { randomUUID } from 'node:crypto';
import { MAX_IN_FLIGHT } from '../../core/rate-limit/limits.ts';
import { leaseEndMs } from '../../core/retry/lease.ts';
import { tryCommit, type Write } from '../../core/table/commit.ts';
import { keyOf, toItem } from '../../core/table/schema.ts';

/** One of the `MAX_IN_FLIGHT` leases of an operation. `holder` is different for each request. */
interface InFlightRequest {
  workspace_id: string;
  operation: string;
  slot: number;
  holder: string;
  expires_at_ms: number;
}

/**
 * Take the lease of a request that waits for another service. Returns the function that releases it, or null when the
 * workspace has `MAX_IN_FLIGHT` requests to this operation in flight. A lease that is not released, because its
 * function has crashed, ends after 30 seconds. Usually costs one write to take and one to release.
 */
export async function takeInFlightLease(
  workspaceId: string,
  operation: string,
  nowMs: number,
): Promise<(() => Promise<void>) | null> {
  const holder = randomUUID();
  const expires_at_ms = leaseEndMs('requestInFlight', nowMs);
  // Concurrent requests begin at different slots, so the first one is usually free.
  const first = Math.floor(Math.random() * MAX_IN_FLIGHT);
  for (let tried = 0; tried < MAX_IN_FLIGHT; tried++) {
    const slot = (first + tried) % MAX_IN_FLIGHT;
    const lease: InFlightRequest = { workspace_id: workspaceId, operation, slot, holder, expires_at_ms };
    const isTaken = await tryCommit([leaseWrite(lease, nowMs)]);
    if (isTaken) return () => release(lease);
  }
  return null;
}

function leaseWrite(lease: InFlightRequest, nowMs: number): Write {
  return { put: toItem('InFlightRequest', lease, {}, lease.expires_at_ms), condition: { expiredBefore: nowMs } };
}

async function release(lease: InFlightRequest): Promise<void> {
  // Another request may have taken the slot after the end of this lease.
  const condition = { attribute: 'holder', is: lease.holder };
  await tryCommit([{ delete: keyOf('InFlightRequest', { ...lease }), condition }]);
}
