import { operation } from '../../lib/content/api/content/list-review-links.ts';
import { contentEntity } from '../../lib/content/entities/contents.ts';
import { toReviewLinkView } from '../../lib/content/rules/review/review-link.ts';
import { loadHeldLinks } from '../../lib/content/steps/held-links.ts';
import { loadContent } from '../../lib/content/store/contents.ts';
import { listReviewLinks } from '../../lib/content/store/review-links.ts';
import { loadOr404 } from '../../lib/core/http/load-or-404.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { paginationResponse, parsePagination } from '../../lib/identity/pipeline/pagination.ts';
import { itemInPath } from '../../lib/identity/pipeline/prefetch.ts';

const prefetching = { ...operation, prefetch: itemInPath('content', contentEntity) };

/** List the review links of a content item, oldest first. */
export const handler = defineEndpoint(prefetching, async ({ caller, params, query, nowMs, context }) => {
  const paging = parsePagination(context, query);
  const workspaceId = caller.workspace.id;
  const content = await loadOr404('content', params.id, (id) => loadContent(workspaceId, id));
  const page = await listReviewLinks(workspaceId, content.id, paging);
  const { pagination, headers } = paginationResponse(context, paging, page);
  const links = await loadHeldLinks(workspaceId, page.records, nowMs);
  const review_links = links.map((held) => toReviewLinkView(held, nowMs));
  return { status: 200, headers, body: { review_links, pagination } };
});
