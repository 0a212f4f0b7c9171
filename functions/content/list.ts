import { checkAccountFilter } from '../../lib/analytics/steps/account-filter.ts';
import { operation } from '../../lib/content/api/content/list.ts';
import { thumbnailsOf } from '../../lib/content/steps/thumbnails.ts';
import { listContent } from '../../lib/content/store/contents.ts';
import { timeRange } from '../../lib/core/http/time-range.ts';
import { EMPTY_PAGE } from '../../lib/core/table/page.ts';
import { pick } from '../../lib/core/values/pick.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { paginationResponse, parsePagination } from '../../lib/identity/pipeline/pagination.ts';

/** List content items, newest first. */
export const handler = defineEndpoint(operation, async ({ caller, query, context }) => {
  const paging = parsePagination(context, query);
  const { status, platform, account_id } = query;
  const filter = { status, platform, account_id, ...timeRange(query) };
  const page = checkAccountFilter(query) ? await listContent(caller.workspace.id, filter, paging) : EMPTY_PAGE;
  const { pagination, headers } = paginationResponse(context, paging, page);
  const thumbnails = await thumbnailsOf(page.records);
  const data = page.records.map(({ scheduled_at = null, approval, ...content }) => ({
    ...pick(content, 'id', 'title', 'status'),
    approval_status: approval?.status ?? null,
    ...pick(content, 'platforms'),
    scheduled_at,
    thumbnail: thumbnails.get(content.id) ?? null,
    ...pick(content, 'created_at', 'updated_at'),
  }));
  return { status: 200, headers, body: { data, pagination } };
});
