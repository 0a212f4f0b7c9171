import { sha256 } from '../../core/crypto/sha256.ts';
import type { Write } from '../../core/table/commit.ts';
import { load } from '../../core/table/read.ts';
import { DUE_SHARDS, type Item, keyOf, type PrimaryKey, shardOf, toItem } from '../../core/table/schema.ts';
import { externalIdEntity, workspaceEntity } from '../entities/workspaces.ts';
import { externalIdTaken } from '../problems.ts';
import { STAGE_WORKSPACE_ID } from '../rules/stage.ts';
import { statusOf, type Workspace } from '../rules/workspace.ts';

/** Return the key of a workspace. */
export function workspaceKey(id: string): PrimaryKey {
  return keyOf(workspaceEntity, { id });
}

/** Load a workspace, or null. */
export function loadWorkspace(id: string): Promise<Workspace | null> {
  return load<Workspace>(workspaceKey(id));
}

/** Load the id of the workspace that has an external id, or null. */
export async function loadWorkspaceIdOf(externalId: string): Promise<string | null> {
  const found = await load<{ workspace_id: string }>(keyOf(externalIdEntity, { hash: sha256(externalId) }));
  return found?.workspace_id ?? null;
}

/** Build the write of a new workspace. */
export function workspaceWrite(workspace: Workspace): Write {
  return { put: workspaceItem(workspace), condition: 'absent' };
}

/** Build the write of a workspace after a change. It fails after another one. A version 0 is not stored. */
export function workspaceUpdateWrite(before: Workspace, after: Workspace): Write {
  const put = workspaceItem({ ...after, version: before.version + 1 });
  return { put, condition: before.version === 0 ? { lacks: 'version' } : { version: before.version } };
}

/**
 * Build the write that takes the external id of a workspace. Fails with 409 when another workspace has it. `former`: the one
 * that had it and was erased.
 */
export function externalIdWrite(
  { id: workspace_id, external_id }: { id: string; external_id: string },
  former: string | null = null,
): Write {
  const put = toItem(externalIdEntity, { hash: sha256(external_id), external_id, workspace_id });
  const taken = (found: Item | undefined) =>
    externalIdTaken('A workspace of the stage has this external id.', {
      extensions: { existing_workspace_id: String(found?.workspace_id) },
    });
  const condition = former === null ? 'absent' : { attribute: 'workspace_id', is: former };
  return { put, condition, onConflict: taken };
}

// With the shard of the index, without which no list has the workspace. The one of the stage keys is in none.
function workspaceItem(workspace: Workspace): Item {
  if (workspace.id === STAGE_WORKSPACE_ID) return toItem(workspaceEntity, workspace);
  const status = statusOf(workspace);
  const shard = shardOf(workspace.id, DUE_SHARDS);
  return toItem(workspaceEntity, workspace, { shard, ...(status === 'active' ? {} : { status }) });
}
