import type { Recovery } from '../domain/webhooks/recovery.ts';
import type { Write } from './commit.ts';
import { eventTtlMs } from './events.ts';
import { load } from './read.ts';
import { keyOf } from './schema.ts';
import { versioned } from './versioned.ts';

/** Build the write of a recovery: new, or after the version that was read. */
export function recoveryWrite(before: Recovery | null, after: Recovery): Write {
  return versioned('Recovery', before, after, {}, eventTtlMs(after.created_at));
}

/** Load a recovery of a workspace, or null. */
export function loadRecovery(workspaceId: string, id: string): Promise<Recovery | null> {
  return load<Recovery>(keyOf('Recovery', { workspace_id: workspaceId, id }));
}
