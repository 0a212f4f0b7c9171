import type { Plan } from '../../core/config/plans.ts';
import type { Write } from '../../core/table/commit.ts';
import { load } from '../../core/table/read.ts';
import { DUE_SHARDS, type Item, keyOf, shardOf, toItem } from '../../core/table/schema.ts';
import { workspaceEntity } from '../entities/workspaces.ts';
import type { Workspace } from '../rules/workspace.ts';

/** Load a workspace, or null. */
export function loadWorkspace(id: string): Promise<Workspace | null> {
  return load<Workspace>(keyOf(workspaceEntity, { id }));
}

/** Build the write of a new workspace. */
export function workspaceWrite(workspace: Workspace): Write {
  return { put: workspaceItem(workspace), condition: 'absent' };
}

/**
 * Build the write that changes the plan of a workspace. Only `planWrite` and `limitWrite` change a workspace; each has
 * the value of the other as its condition, so that no change is lost.
 */
export function planWrite(workspace: Workspace, plan: Plan): Write {
  const { requests_per_minute: limit } = workspace;
  const condition = limit === undefined ? ('present' as const) : { attribute: 'requests_per_minute', is: limit };
  return { put: workspaceItem({ ...workspace, plan }), condition };
}

/** Build the write that gives a workspace a rate limit of its own; null for that of its plan. */
export function limitWrite({ requests_per_minute: _, ...workspace }: Workspace, limit: number | null): Write {
  const changed = limit === null ? workspace : { ...workspace, requests_per_minute: limit };
  return { put: workspaceItem(changed), condition: { attribute: 'plan', is: workspace.plan } };
}

// With the shard of the index, without which operator commands would not find the workspace.
function workspaceItem(workspace: Workspace): Item {
  return toItem(workspaceEntity, workspace, { shard: shardOf(workspace.id, DUE_SHARDS) });
}
