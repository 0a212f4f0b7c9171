import { operation } from '../../lib/content/api/content/create-comment.ts';
import { contentEntity } from '../../lib/content/entities/contents.ts';
import { agentOf } from '../../lib/content/rules/approval/agent-draft.ts';
import { newReviewComment, toReviewCommentView } from '../../lib/content/rules/review/review-comment.ts';
import { loadContent } from '../../lib/content/store/contents.ts';
import { newReviewCommentWrites } from '../../lib/content/store/review-comments.ts';
import { loadOr404 } from '../../lib/core/http/load-or-404.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';
import { itemInPath } from '../../lib/identity/pipeline/prefetch.ts';

const prefetching = { ...operation, prefetch: itemInPath('content', contentEntity) };

/** Add a review comment to a content item. */
export const handler = defineEndpoint(prefetching, async ({ caller, params, body, nowMs, newId }) => {
  const workspaceId = caller.workspace.id;
  const content = await loadOr404('content', params.id, (id) => loadContent(workspaceId, id));
  const owner = {
    id: newId('reviewComment'),
    workspaceId,
    contentId: content.id,
    authorId: caller.userId,
    agent: agentOf(caller),
    ...(caller.portal && { authorName: caller.portal.display_name }),
  };
  const comment = newReviewComment(body.body, owner, nowMs);
  return {
    status: 201,
    body: toReviewCommentView(comment),
    writes: newReviewCommentWrites(comment),
    agentUse: { drafts: 1 },
  };
});
