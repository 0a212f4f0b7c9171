import { invalidQueryError } from '../../core/problems/request-errors.ts';
import { settleInParts } from '../../core/stream/batches.ts';
import { exactTotal, type Total } from '../../core/table/list-total.ts';
import type { PageRequest } from '../../core/table/page.ts';
import type { Workspace } from '../../identity/rules/workspace.ts';
import { listWorkspaces, loadWorkspaces } from '../../workspaces/store/workspace-list.ts';
import type { UsageDay } from '../rules/usage-day.ts';
import { type DayRange, daysOf, type UsageGrouping, type UsedAmounts } from '../rules/usage-report.ts';
import { listDueDays, listRemovedUsage, listStageUsage } from '../store/stage-usage.ts';
import { listUsageDays } from '../store/usage-days.ts';

/** What is reported of a period. */
export interface Usage {
  /** All that was used, on every page. */
  all: UsedAmounts[];
  /** What the rows of this page are made of, with what belongs to no group. */
  shown: UsedAmounts[];
  /** The days that have to be summed again. */
  due: string[];
  workspaces: Pick<Workspace, 'id' | 'external_id'>[];
  /** Where the next page of workspaces begins; null without one. */
  next: string | null;
  /** How many workspaces there are, where they are in pages. */
  total: Total;
}

type UsageQuery = Partial<Pick<UsageGrouping, 'from' | 'to' | 'granularity' | 'group_by'>>;

/** Parse how a request groups what was used. Throws 400 that names the invalid parameter. */
export function parseGrouping(query: UsageQuery, { isOfStage }: { isOfStage: boolean }, nowMs: number): UsageGrouping {
  const days = daysOf(query, nowMs);
  if ('problem' in days) throw invalidQueryError([{ pointer: days.pointer, code: 'invalid', detail: days.problem }]);
  const { granularity = 'day', group_by } = query;
  if (isOfStage && group_by === 'account') {
    const detail = 'Name the workspace of the accounts in the header Workspace.';
    throw invalidQueryError([{ pointer: 'group_by', code: 'workspace_required', detail }]);
  }
  return { ...days, granularity, group_by };
}

/** Load what one workspace has used. */
export async function usageOfWorkspace(workspace: Workspace, range: DayRange): Promise<Usage> {
  return ofDays([workspace], await listUsageDays(workspace.id, range));
}

/** Load what workspaces of the stage have used: those that a stage key may name. */
export async function usageOfNamed(ids: readonly string[], range: DayRange): Promise<Usage> {
  const { records } = await loadWorkspaces(ids, {});
  return ofDays(records, await loadDays(records, range));
}

/** Load what all workspaces of the stage have used; with `group_by=workspace`, by those of one page. */
export async function usageOfStage(grouping: UsageGrouping, page: PageRequest, nowMs: number): Promise<Usage> {
  const [all, due] = await Promise.all([listStageUsage(grouping), listDueDays(nowMs)]);
  if (grouping.group_by !== 'workspace')
    return { all, shown: all, due, workspaces: [], next: null, total: exactTotal(0) };
  const [{ records, next, total }, removed] = await Promise.all([listWorkspaces({}, page), listRemovedUsage(grouping)]);
  const shown = [...usedOn(await loadDays(records, grouping)), ...removed];
  return { all, shown, due, workspaces: records, next, total };
}

// As many connections as an endpoint has.
const AT_ONCE = 4;

async function loadDays(workspaces: Workspace[], range: DayRange): Promise<UsageDay[]> {
  const days: UsageDay[] = [];
  await settleInParts(workspaces, AT_ONCE, async ({ id }) => days.push(...(await listUsageDays(id, range))));
  return days;
}

function ofDays(workspaces: Workspace[], days: UsageDay[]): Usage {
  const used = usedOn(days);
  const due = days.filter(({ due_at }) => due_at !== null).map(({ day }) => day);
  return { all: used, shown: used, due, workspaces, next: null, total: exactTotal(workspaces.length) };
}

function usedOn(days: UsageDay[]): UsedAmounts[] {
  return days.flatMap(({ workspace_id, day, groups }) => groups.map((group) => ({ ...group, workspace_id, day })));
}
