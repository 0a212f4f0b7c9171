import { settings } from '../../lib/core/config/settings.ts';
import { invalidQueryError } from '../../lib/core/problems/request-errors.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { paginationResponse, parsePagination } from '../../lib/identity/pipeline/pagination.ts';
import { STAGE_WORKSPACE_ID } from '../../lib/identity/rules/stage.ts';
import { operation } from '../../lib/usage/api/usage/get.ts';
import { usageNotCounted } from '../../lib/usage/problems.ts';
import { sumAmounts } from '../../lib/usage/rules/amounts.ts';
import { withEstimate } from '../../lib/usage/rules/aws-estimate.ts';
import { formatUsage } from '../../lib/usage/rules/usage-csv.ts';
import { completeUntil, rowsOf, type UsageRow } from '../../lib/usage/rules/usage-report.ts';
import { parseGrouping, usageOfNamed, usageOfStage, usageOfWorkspace } from '../../lib/usage/steps/usage-report.ts';

// About 5 MB: Lambda returns at most 6.
const MAX_ROWS = 8_000;

/** Report what a workspace has used, or all that a stage key may name. */
export const handler = defineEndpoint(operation, async ({ caller, query, context, nowMs }) => {
  if (!settings().countsUsage) throw usageNotCounted('The operator of this stage has not switched the counting on.');
  const isOfStage = caller.workspace.id === STAGE_WORKSPACE_ID;
  const grouping = parseGrouping(query, { isOfStage }, nowMs);
  const paging = parsePagination(context, query);
  const usage = await load();
  const { rows, rest } = rowsOf(usage.shown, grouping);
  if (rows.length + rest.length > MAX_ROWS) {
    const detail = `There are more than ${MAX_ROWS} rows. Request a shorter period, or months.`;
    throw invalidQueryError([{ pointer: 'granularity', code: 'too_many_rows', detail }]);
  }
  const { pagination, headers } = paginationResponse(context, paging, { ...usage, skipped: 0 });
  const externalIds = new Map(usage.workspaces.map(({ id, external_id }) => [id, external_id ?? null]));
  const named = (row: UsageRow) =>
    withEstimate({ ...row, external_id: externalIds.get(row.workspace_id ?? '') ?? null });
  const ofResponse = { ...headers, vary: 'accept' };
  if (prefersCsv(context.event.headers)) {
    const all = usage.next === null ? [...rows, ...rest] : rows;
    return {
      status: 200,
      headers: { ...ofResponse, 'content-type': 'text/csv; charset=utf-8' },
      body: formatUsage(all.map(named)),
    };
  }
  const { from, to } = grouping;
  const body = {
    ...{ from, to, complete_until: completeUntil(grouping, usage.due, nowMs) },
    totals: withEstimate(sumAmounts(usage.all.map(({ amounts }) => amounts))),
    unattributed: withEstimate(sumAmounts(rest)),
    rows: rows.map(named),
    pagination,
  };
  return { status: 200, headers: ofResponse, body };

  function load() {
    if (!isOfStage) return usageOfWorkspace(caller.workspace, grouping);
    const ids = caller.stage?.workspaces ?? null;
    return ids === null ? usageOfStage(grouping, paging, nowMs) : usageOfNamed(ids, grouping);
  }
});

function prefersCsv(headers: Record<string, string | undefined> | undefined): boolean {
  return /^\s*text\/csv\b/i.test(headers?.accept ?? '');
}
