import { releaseLease } from '../../core/rate-limit/in-flight-leases.ts';
import { takeInFlightLease } from '../store/in-flight-requests.ts';

/**
 * Run `work`, which waits for another service, unless the workspace has as many requests to this operation in flight
 * as it may have (`slots`); then return the result of `otherwise`. A hanging receiver or platform thereby occupies only a few
 * functions for each workspace. Rejects with the error of the function that it has run.
 */
export async function limitInFlight<R>(
  { workspaceId, operation, slots }: { workspaceId: string; operation: string; slots?: number },
  work: () => Promise<R>,
  otherwise: () => Promise<R>,
): Promise<R> {
  const release = await takeInFlightLease(workspaceId, operation, Date.now(), slots);
  if (!release) return otherwise();
  try {
    return await work();
  } finally {
    // The work is done: its result must not be lost.
    await releaseLease(release, { workspace_id: workspaceId, operation });
  }
}
