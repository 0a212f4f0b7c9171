import { operation } from '../../lib/api/content/list.ts';
import { pick } from '../../lib/domain/pick.ts';
import { checkAccountFilter } from '../../lib/http/account-filter.ts';
import { defineEndpoint } from '../../lib/http/define-endpoint.ts';
import { paginationResponse, parsePagination } from '../../lib/http/pagination.ts';
import { timeRange } from '../../lib/http/time-range.ts';
import { listContent } from '../../lib/table/contents.ts';
import { EMPTY_PAGE } from '../../lib/table/page.ts';

/** List content items, newest first. */
export const handler = defineEndpoint(operation, async ({ caller, query, context }) => {
  const paging = parsePagination(context, query);
  const { status, platform, account_id } = query;
  const filter = { status, platform, account_id, ...timeRange(query) };
  const page = checkAccountFilter(query) ? await listContent(caller.workspace.id, filter, paging) : EMPTY_PAGE;
  const { pagination, headers } = paginationResponse(context, paging, page);
  // Filtered lists are read from an index, which has no approvals.
  const isFiltered = [status, platform, account_id].some((value) => value !== undefined);
  const data = page.records.map(({ scheduled_at = null, approval, ...content }) => ({
    ...pick(content, 'id', 'title', 'status'),
    ...(isFiltered ? {} : { approval_status: approval?.status ?? null }),
    ...pick(content, 'platforms'),
    scheduled_at,
    ...pick(content, 'created_at', 'updated_at'),
  }));
  return { status: 200, headers, body: { data, pagination } };
});
