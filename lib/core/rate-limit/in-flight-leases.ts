import { randomUUID } from 'node:crypto';
import { log } from '../observability/log.ts';
import { tryCommit } from '../table/commit.ts';
import type { Entity } from '../table/define-entity.ts';
import { keyOf, toItem, type Values } from '../table/schema.ts';

/** One of a limited number of leases. `scope` is the rest of its key, `holder` is different for each taker. */
interface InFlightLease {
  entity: Entity;
  scope: Values;
  slots: number;
  expiresAtMs: number;
}

/**
 * Take one of the leases of a scope. Returns the function that releases it, or null when all are taken. A lease that is not
 * released, because its function has crashed, ends at `expiresAtMs`. Usually costs one write to take and one to release.
 */
export async function takeLease(
  { entity, scope, slots, expiresAtMs }: InFlightLease,
  nowMs: number,
): Promise<(() => Promise<void>) | null> {
  const holder = randomUUID();
  // Concurrent takers begin at different slots, so the first one is usually free.
  const first = Math.floor(Math.random() * slots);
  for (let tried = 0; tried < slots; tried++) {
    const lease = { ...scope, slot: (first + tried) % slots, holder, expires_at_ms: expiresAtMs };
    const put = toItem(entity, lease, {}, expiresAtMs);
    if (!(await tryCommit([{ put, condition: { expiredBefore: nowMs } }]))) continue;
    return async () => {
      // Another taker may have the slot after the end of this lease.
      const condition = { attribute: 'holder', is: holder };
      await tryCommit([{ delete: keyOf(entity, lease), condition }]);
    };
  }
  return null;
}

/** Release a lease after the work that it limited. An error is logged: the lease ends without it. */
export async function releaseLease(release: () => Promise<void>, fields: Record<string, string>): Promise<void> {
  await release().catch((error) => log.warn('lease not released', { ...fields, error }));
}
