import { operation } from '../../lib/api/content/list.ts';
import { defineEndpoint } from '../../lib/http/define-endpoint.ts';
import { paginationResponse, parsePagination } from '../../lib/http/pagination.ts';
import { timeRange } from '../../lib/http/time-range.ts';
import { listContent } from '../../lib/table/contents.ts';

/** List content items, newest first. */
export const handler = defineEndpoint(operation, async ({ caller, query, context }) => {
  const paging = parsePagination(context, query);
  const filter = { status: query.status, platform: query.platform, ...timeRange(query) };
  const page = await listContent(caller.workspace.id, filter, paging);
  const { pagination, headers } = paginationResponse(context, paging, page);
  const data = page.records.map(({ id, title, status, platforms, scheduled_at, created_at, updated_at }) => ({
    id,
    title,
    status,
    platforms,
    scheduled_at: scheduled_at ?? null,
    created_at,
    updated_at,
  }));
  return { status: 200, headers, body: { data, pagination } };
});
