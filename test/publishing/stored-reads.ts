import { takeLease } from '../../lib/core/rate-limit/in-flight-leases.ts';
import { hostLeaseEntity } from '../../lib/publishing/entities/hosts.ts';
import { loadSlowAttempts } from '../../lib/publishing/steps/slow-hosts.ts';
import { NOW_MS, type StoredReads, workspaceId } from '../core/table/stored-items.ts';

/** The stored items of the feature: what the product finds, and what is expected. */
export const storedReads: StoredReads = {
  HostLease: async () => {
    const scope = { host: 'pds.example.com', operation: 'publish.bluesky' };
    return [await takeLease({ entity: hostLeaseEntity, scope, slots: 1, expiresAtMs: NOW_MS + 1 }, NOW_MS), null];
  },
  SlowHost: async () => [await loadSlowAttempts(workspaceId, ['pds.example.com'], NOW_MS), [2]],
};
