import { sha256 } from '../../core/crypto/sha256.ts';
import type { Write } from '../../core/table/commit.ts';
import { loadDue } from '../../core/table/due-index.ts';
import { load, type Supported } from '../../core/table/read.ts';
import { DUE_SHARDS, type Item, keyOf, shardOf } from '../../core/table/schema.ts';
import { versioned } from '../../core/table/versioned.ts';
import { externalIdEntity } from '../../identity/entities/workspaces.ts';
import { loadWorkspaceIdOf } from '../../identity/store/workspaces.ts';
import { workspaceDeletionEntity } from '../entities/workspace-deletions.ts';
import type { WorkspaceDeletion } from '../rules/workspace-deletion.ts';

/** Load the deletion of a workspace, or null. */
export function loadDeletion(workspaceId: string): Promise<WorkspaceDeletion | null> {
  return load<WorkspaceDeletion>(keyOf(workspaceDeletionEntity, { id: workspaceId }));
}

/** Build the write of a deletion: new, or after the version that was read. */
export function deletionWrite(before: WorkspaceDeletion | null, after: Omit<WorkspaceDeletion, 'version'>): Write {
  return versioned(workspaceDeletionEntity, before, after, { shard: shardOf(after.id, DUE_SHARDS) });
}

/** Build the write that withdraws a deletion, unless its job has started since it was read. */
export function withdrawnDeletionWrite({ id, version }: WorkspaceDeletion): Write {
  return { delete: keyOf(workspaceDeletionEntity, { id }), condition: { version } };
}

/** List the deletions whose next step was due before `before` (ISO 8601), and count those skipped for a newer schema. */
export async function listDueDeletions(before: string, limit: number): Promise<Supported<WorkspaceDeletion>> {
  const { records, skipped } = await loadDue<WorkspaceDeletion>(workspaceDeletionEntity, before, limit);
  // The index lags the table.
  return { records: records.filter(({ due_at }) => due_at !== null && due_at <= before), skipped };
}

/** Build the write that deletes an item. One that is gone is no conflict. */
export function removalWrite({ pk, sk }: Item): Write {
  return { delete: { pk: String(pk), sk: String(sk) }, condition: 'any' };
}

/** Build the write that releases the external id of a workspace. None when it has none any more. */
export async function externalIdRelease({ id, external_id }: WorkspaceDeletion): Promise<Write[]> {
  if (external_id === null || (await loadWorkspaceIdOf(external_id)) !== id) return [];
  const key = keyOf(externalIdEntity, { hash: sha256(external_id) });
  return [{ delete: key, condition: { attribute: 'workspace_id', is: id } }];
}
