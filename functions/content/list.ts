import { endpoint } from '../../lib/http/endpoint.ts';
import { paginationOf, pagingOf } from '../../lib/http/pagination.ts';
import { timeRange } from '../../lib/http/time-range.ts';
import { listContent } from '../../lib/table/content.ts';

/** Lists items, newest first. */
export const handler = endpoint('content.list', async ({ caller, query, call }) => {
  const paging = pagingOf(call, query);
  const filter = {
    status: query.status,
    platform: query.platform,
    ...timeRange(query),
  };
  const page = await listContent(caller.workspace.id, filter, paging);
  const { pagination, headers } = paginationOf(call, paging, page);
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
