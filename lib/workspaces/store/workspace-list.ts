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
  label?: string | undefined;
  status?: (typeof WORKSPACE_STATUSES)[number] | undefined;
  createdSinceMs?: number | undefined;
}

/** List the workspaces of the stage newest first, with their total. */
export async function listWorkspaces(filter: WorkspaceFilter, request: PageRequest): Promise<TotalPage<Workspace>> {
  const { status, label, createdSinceMs } = filter;
  const list: ListQuery = {
    ...listOf(filter),
    from: createdSinceMs === undefined ? undefined : minIdAt('workspace', createdSinceMs),
    descending: true,
  };
  const page = await pageWithTotal<Workspace>(list, request, workspaceKey);
  const isSelectedByIndex = status === undefined || (status !== 'active' && label === undefined);
  return isSelectedByIndex ? page : { ...page, records: page.records.filter((each) => isSelected(each, filter)) };
}

/** Return the partitions of the shortest list that has the selected workspaces. */
function listOf({ status, label }: WorkspaceFilter): Pick<ListQuery, 'index' | 'partitions'> {
  const keys = (key: 'status_pk' | 'parent_pk' | 'category_pk') =>
    SHARDS.map((shard) => partition(workspaceEntity, key, { shard, status, label }));
  if (label !== undefined) return { index: 'by_status', partitions: keys('status_pk') };
  // Those of the other statuses are few, and have partitions of their own.
  if (status === undefined || status === 'active') return { index: 'by_parent', partitions: keys('parent_pk') };
  return { index: 'by_category', partitions: keys('category_pk') };
}

/** Load the selected workspaces of these ids, newest first: a stage key may name at most 100. */
export async function loadWorkspaces(ids: readonly string[], filter: WorkspaceFilter): Promise<TotalPage<Workspace>> {
  const found = await loadAll<Workspace>(ids.toSorted().reverse().map(workspaceKey));
  const records = found.filter((each) => each !== null && isSelected(each, filter)) as Workspace[];
  return { records, next: null, skipped: 0, total: exactTotal(records.length) };
}

function isSelected(workspace: Workspace, { status, label, createdSinceMs = 0 }: WorkspaceFilter): boolean {
  const hasStatus = status === undefined || statusOf(workspace) === status;
  const hasLabel = label === undefined || workspace.label === label;
  return hasStatus && hasLabel && Date.parse(workspace.created_at) >= createdSinceMs;
}
