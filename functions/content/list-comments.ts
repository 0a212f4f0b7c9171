import { operation } from '../../lib/api/content/list-comments.ts';
import { toReviewCommentView } from '../../lib/domain/content/review-comment.ts';
import { defineEndpoint } from '../../lib/http/define-endpoint.ts';
import { loadOr404 } from '../../lib/http/load-or-404.ts';
import { paginationResponse, parsePagination } from '../../lib/http/pagination.ts';
import { itemInPath } from '../../lib/http/prefetch.ts';
import { loadContent } from '../../lib/table/contents.ts';
import { listReviewComments } from '../../lib/table/review-comments.ts';

const prefetching = { ...operation, prefetch: itemInPath('content', 'Content') };

/** List the review comments of a content item, oldest first. */
export const handler = defineEndpoint(prefetching, async ({ caller, params, query, context }) => {
  const paging = parsePagination(context, query);
  const workspaceId = caller.workspace.id;
  const content = await loadOr404('content', params.id, (id) => loadContent(workspaceId, id));
  const page = await listReviewComments(workspaceId, content.id, paging);
  const { pagination, headers } = paginationResponse(context, paging, page);
  return { status: 200, headers, body: { comments: page.records.map(toReviewCommentView), pagination } };
});
