import type { Write } from '../../core/table/commit.ts';
import { load } from '../../core/table/read.ts';
import { DUE_SHARDS, keyOf, shardOf } from '../../core/table/schema.ts';
import { versioned } from '../../core/table/versioned.ts';
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
