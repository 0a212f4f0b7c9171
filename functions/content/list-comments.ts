import { operation } from '../../lib/content/api/content/list-comments.ts';
import { contentEntity } from '../../lib/content/entities/contents.ts';
import { toReviewCommentView } from '../../lib/content/rules/review/review-comment.ts';
import { loadContent } from '../../lib/content/store/contents.ts';
import { listReviewComments } from '../../lib/content/store/review-comments.ts';
import { loadOr404 } from '../../lib/core/http/load-or-404.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { paginationResponse, parsePagination } from '../../lib/identity/pipeline/pagination.ts';
import { itemInPath } from '../../lib/identity/pipeline/prefetch.ts';

const prefetching = { ...operation, prefetch: itemInPath('content', contentEntity) };

/** List the review comments of a content item, oldest first. */
export const handler = defineEndpoint(prefetching, async ({ caller, params, query, context }) => {
  const paging = parsePagination(context, query);
  const workspaceId = caller.workspace.id;
  const content = await loadOr404('content', params.id, (id) => loadContent(workspaceId, id));
  const page = await listReviewComments(workspaceId, content.id, paging);
  const { pagination, headers } = paginationResponse(context, paging, page);
  return { status: 200, headers, body: { comments: page.records.map(toReviewCommentView), pagination } };
});
