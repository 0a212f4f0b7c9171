import { operation } from '../../lib/api/audit/list.ts';
import { defineEndpoint } from '../../lib/http/define-endpoint.ts';
import { paginationResponse, parsePagination } from '../../lib/http/pagination.ts';
import { timeRange } from '../../lib/http/time-range.ts';
import { listAudit } from '../../lib/table/audit-log.ts';

/** List the changes made in the workspace, newest first. */
export const handler = defineEndpoint(operation, async ({ caller, query, context, nowMs }) => {
  const paging = parsePagination(context, query);
  const page = await listAudit(caller.workspace.id, timeRange(query), paging, nowMs);
  const { pagination, headers } = paginationResponse(context, paging, page);
  return { status: 200, headers, body: { entries: page.records, pagination } };
});
