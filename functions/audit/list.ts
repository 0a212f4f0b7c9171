import { endpoint } from '../../lib/http/endpoint.ts';
import { paginationOf, pagingOf } from '../../lib/http/pagination.ts';
import { timeRange } from '../../lib/http/time-range.ts';
import { listAudit } from '../../lib/table/audit.ts';

/** Lists the changes that were made in the workspace, newest first. */
export const handler = endpoint('audit.list', async ({ caller, query, call }) => {
  const paging = pagingOf(call, query);
  const page = await listAudit(caller.workspace.id, timeRange(query), paging);
  const { pagination, headers } = paginationOf(call, paging, page);
  return { status: 200, headers, body: { entries: page.records, pagination } };
});
