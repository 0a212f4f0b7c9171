import { operation } from '../../lib/content/api/content/delete-comment.ts';
import { assertMayDeleteComment } from '../../lib/content/rules/review/review-comment.ts';
import { deleteReviewCommentWrites, loadReviewComment } from '../../lib/content/store/review-comments.ts';
import { loadOr404 } from '../../lib/core/http/load-or-404.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';

/** Delete a review comment of a content item. */
export const handler = defineEndpoint(operation, async ({ caller, params, nowMs }) => {
  const workspaceId = caller.workspace.id;
  const contentId = await loadOr404('content', params.id, async (id) => id);
  const comment = await loadOr404('reviewComment', params.comment_id, (id) =>
    loadReviewComment(workspaceId, contentId, id),
  );
  assertMayDeleteComment(comment, caller);
  const message = `Comment ${comment.id} is deleted.`;
  return { status: 200, body: { success: true, message }, writes: deleteReviewCommentWrites(comment, nowMs) };
});
