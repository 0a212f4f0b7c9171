import { SHARDS } from '../../core/table/due-index.ts';
import { exactTotal } from '../../core/table/list-total.ts';
import { type ListQuery, type PageRequest, pageWithTotal, type TotalPage } from '../../core/table/page.ts';
import { loadAll } from '../../core/table/read.ts';
import { partition } from '../../core/table/schema.ts';
import { minIdAt } from '../../core/values/id.ts';
import { workspaceEntity } from '../../identity/entities/workspaces.ts';
import type { Workspace } from '../../identity/rules/workspace.ts';
import { workspaceKey } from '../../identity/store/workspaces.ts';

/** Selects workspaces. */
export interface WorkspaceFilter {
  status?: 'suspended' | undefined;
  createdSinceMs?: number | undefined;
}

/** List the workspaces of the stage newest first, with their total. */
export function listWorkspaces(
  { status, createdSinceMs }: WorkspaceFilter,
  request: PageRequest,
): Promise<TotalPage<Workspace>> {
  const index = status === undefined ? ('by_parent' as const) : ('by_category' as const);
  const key = status === undefined ? ('parent_pk' as const) : ('category_pk' as const);
  const list: ListQuery = {
    index,
    partitions: SHARDS.map((shard) => partition(workspaceEntity, key, { shard, status })),
    from: createdSinceMs === undefined ? undefined : minIdAt('workspace', createdSinceMs),
    descending: true,
  };
  return pageWithTotal<Workspace>(list, request, workspaceKey);
}

/** Load the workspaces of these ids, newest first: a stage key may name at most 100. */
export async function loadWorkspaces(ids: readonly string[]): Promise<TotalPage<Workspace>> {
  const found = await loadAll<Workspace>(ids.toSorted().reverse().map(workspaceKey));
  const records = found.filter((each) => each !== null);
  return { records, next: null, skipped: 0, total: exactTotal(records.length) };
}
