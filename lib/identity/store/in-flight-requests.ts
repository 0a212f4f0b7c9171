import { takeLease } from '../../core/rate-limit/in-flight-leases.ts';
import { leaseEndMs } from '../../core/retry/lease.ts';
import { inFlightRequestEntity } from '../entities/requests.ts';
import { MAX_IN_FLIGHT } from '../rules/rate-limits.ts';

/**
 * Take the lease of a request that waits for another service. Returns the function that releases it, or null when the
 * workspace has `slots` requests to this operation in flight, `MAX_IN_FLIGHT` by default. A lease that is not released, because its
 * function has crashed, ends after 30 seconds.
 */
export function takeInFlightLease(
  workspaceId: string,
  operation: string,
  nowMs: number,
  slots = MAX_IN_FLIGHT,
): Promise<(() => Promise<void>) | null> {
  const scope = { workspace_id: workspaceId, operation };
  const expiresAtMs = leaseEndMs('requestInFlight', nowMs);
  return takeLease({ entity: inFlightRequestEntity, scope, slots, expiresAtMs }, nowMs);
}
