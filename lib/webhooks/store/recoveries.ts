import type { Write } from '../../core/table/commit.ts';
import { loadDue } from '../../core/table/due-index.ts';
import { load, type Supported } from '../../core/table/read.ts';
import { DUE_SHARDS, keyOf, shardOf } from '../../core/table/schema.ts';
import { versioned } from '../../core/table/versioned.ts';
import { recoveryEntity } from '../entities/deliveries.ts';
import type { Recovery } from '../rules/recovery.ts';
import { eventTtlMs } from './events.ts';

/** Build the write of a recovery: new, or after the version that was read. */
export function recoveryWrite(before: Recovery | null, after: Recovery): Write {
  const shard = shardOf(after.id, DUE_SHARDS);
  return versioned(recoveryEntity, before, after, { shard }, eventTtlMs(after.created_at));
}

/** List recoveries whose next step was due before `before` (ISO 8601), and count those skipped for a newer schema. */
export async function listOverdueRecoveries(before: string, limit: number): Promise<Supported<Recovery>> {
  const { records, skipped } = await loadDue<Recovery>(recoveryEntity, before, limit);
  // The index lags the table.
  return { records: records.filter(({ status }) => status === 'running'), skipped };
}

/** Load a recovery of a workspace, or null. */
export function loadRecovery(workspaceId: string, id: string): Promise<Recovery | null> {
  return load<Recovery>(keyOf(recoveryEntity, { workspace_id: workspaceId, id }));
}
