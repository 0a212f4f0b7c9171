import type { Recovery } from '../domain/webhooks/recovery.ts';
import type { Write } from './commit.ts';
import { eventTtlMs } from './events.ts';
import { load } from './read.ts';
import { keyOf, toItem } from './schema.ts';

/** The write of a recovery: new, or following on the one that was read. */
export function recoveryWrite(before: Recovery | null, after: Recovery): Write {
  const record = { ...after, version: before ? before.version + 1 : 0 };
  const item = toItem('Recovery', record, {}, eventTtlMs(after.created_at));
  return { put: item, condition: before ? { version: before.version } : 'absent' };
}

/** A recovery of this workspace, or null. */
export function loadRecovery(workspaceId: string, id: string): Promise<Recovery | null> {
  return load<Recovery>(keyOf('Recovery', { workspace_id: workspaceId, id }));
}
