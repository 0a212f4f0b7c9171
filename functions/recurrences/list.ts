import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { paginationResponse, parsePagination } from '../../lib/identity/pipeline/pagination.ts';
import { withLabelNames } from '../../lib/labels/store/label-names.ts';
import { operation } from '../../lib/recurrences/api/recurrences/list.ts';
import { toRecurrenceSummary } from '../../lib/recurrences/rules/recurrence-view.ts';
import { listRecurrences } from '../../lib/recurrences/store/recurrences.ts';

/** List the recurrences of the workspace, oldest first. */
export const handler = defineEndpoint(operation, async ({ caller, query, nowMs, context }) => {
  const workspaceId = caller.workspace.id;
  const paging = parsePagination(context, query);
  const page = await listRecurrences(workspaceId, paging);
  const { pagination, headers } = paginationResponse(context, paging, page);
  const active = page.records.filter(({ status }) => status === 'active');
  const recurrences = await withLabelNames(
    workspaceId,
    active.map((each) => toRecurrenceSummary(each, nowMs)),
  );
  return { status: 200, headers, body: { recurrences, pagination } };
});
