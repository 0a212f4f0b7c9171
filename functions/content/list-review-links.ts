import { operation } from '../../lib/api/content/list-review-links.ts';
import { toReviewLinkView } from '../../lib/domain/content/review-link.ts';
import { defineEndpoint } from '../../lib/http/define-endpoint.ts';
import { loadOr404 } from '../../lib/http/load-or-404.ts';
import { paginationResponse, parsePagination } from '../../lib/http/pagination.ts';
import { itemInPath } from '../../lib/http/prefetch.ts';
import { loadContent } from '../../lib/table/contents.ts';
import { listReviewLinks } from '../../lib/table/review-links.ts';

const prefetching = { ...operation, prefetch: itemInPath('content', 'Content') };

/** List the review links of a content item, oldest first. */
export const handler = defineEndpoint(prefetching, async ({ caller, params, query, nowMs, context }) => {
  const paging = parsePagination(context, query);
  const workspaceId = caller.workspace.id;
  const content = await loadOr404('content', params.id, (id) => loadContent(workspaceId, id));
  const page = await listReviewLinks(workspaceId, content.id, paging);
  const { pagination, headers } = paginationResponse(context, paging, page);
  const review_links = page.records.map((link) => toReviewLinkView(link, nowMs));
  return { status: 200, headers, body: { review_links, pagination } };
});
