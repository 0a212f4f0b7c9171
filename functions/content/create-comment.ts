import { operation } from '../../lib/api/content/create-comment.ts';
import { newReviewComment, toReviewCommentView } from '../../lib/domain/content/review-comment.ts';
import { defineEndpoint } from '../../lib/http/define-endpoint.ts';
import { loadOr404 } from '../../lib/http/load-or-404.ts';
import { itemInPath } from '../../lib/http/prefetch.ts';
import { loadContent } from '../../lib/table/contents.ts';
import { newReviewCommentWrites } from '../../lib/table/review-comments.ts';

const prefetching = { ...operation, prefetch: itemInPath('content', 'Content') };

/** Add a review comment to a content item. */
export const handler = defineEndpoint(prefetching, async ({ caller, params, body, nowMs, newId }) => {
  const workspaceId = caller.workspace.id;
  const content = await loadOr404('content', params.id, (id) => loadContent(workspaceId, id));
  const owner = { id: newId('reviewComment'), workspaceId, contentId: content.id, authorId: caller.userId };
  const comment = newReviewComment(body.body, owner, nowMs);
  return { status: 201, body: toReviewCommentView(comment), writes: newReviewCommentWrites(comment) };
});
