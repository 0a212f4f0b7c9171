import { SHARDS } from '../../core/table/due-index.ts';
import { exactTotal } from '../../core/table/list-total.ts';
import { type ListQuery, type PageRequest, pageWithTotal, type TotalPage } from '../../core/table/page.ts';
import { loadAll } from '../../core/table/read.ts';
import { partition } from '../../core/table/schema.ts';
import { minIdAt } from '../../core/values/id.ts';
import { workspaceEntity } from '../../identity/entities/workspaces.ts';
import { statusOf, type Workspace } from '../../identity/rules/workspace.ts';
import { workspaceKey } from '../../identity/store/workspaces.ts';
import type { WORKSPACE_STATUSES } from '../rules/workspace-details.ts';

/** Selects workspaces. */
export interface WorkspaceFilter {
  status?: (typeof WORKSPACE_STATUSES)[number] | undefined;
  createdSinceMs?: number | undefined;
}

/** List the workspaces of the stage newest first, with their total. */
export async function listWorkspaces(
  { status, createdSinceMs }: WorkspaceFilter,
  request: PageRequest,
): Promise<TotalPage<Workspace>> {
  // Those of the other statuses are few, and have partitions of their own.
  const isOfAll = status === undefined || status === 'active';
  const index = isOfAll ? ('by_parent' as const) : ('by_category' as const);
  const key = isOfAll ? ('parent_pk' as const) : ('category_pk' as const);
  const list: ListQuery = {
    index,
    partitions: SHARDS.map((shard) => partition(workspaceEntity, key, { shard, status })),
    from: createdSinceMs === undefined ? undefined : minIdAt('workspace', createdSinceMs),
    descending: true,
  };
  const page = await pageWithTotal<Workspace>(list, request, workspaceKey);
  const isActive = (workspace: Workspace) => statusOf(workspace) === 'active';
  return status === 'active' ? { ...page, records: page.records.filter(isActive) } : page;
}

/** Load the selected workspaces of these ids, newest first: a stage key may name at most 100. */
export async function loadWorkspaces(ids: readonly string[], filter: WorkspaceFilter): Promise<TotalPage<Workspace>> {
  const found = await loadAll<Workspace>(ids.toSorted().reverse().map(workspaceKey));
  const records = found.filter((each) => each !== null && isSelected(each, filter)) as Workspace[];
  return { records, next: null, skipped: 0, total: exactTotal(records.length) };
}

function isSelected(workspace: Workspace, { status, createdSinceMs = 0 }: WorkspaceFilter): boolean {
  const hasStatus = status === undefined || statusOf(workspace) === status;
  return hasStatus && Date.parse(workspace.created_at) >= createdSinceMs;
}
