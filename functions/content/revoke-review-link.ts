import { operation } from '../../lib/content/api/content/revoke-review-link.ts';
import { revokeReviewLink } from '../../lib/content/rules/review/review-link.ts';
import { loadReviewLink, reviewLinkWrite } from '../../lib/content/store/review-links.ts';
import { loadOr404 } from '../../lib/core/http/load-or-404.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';

/** Revoke a review link of a content item. */
export const handler = defineEndpoint(operation, async ({ caller, params, nowMs }) => {
  const contentId = await loadOr404('content', params.id, async (id) => id);
  const link = await loadOr404('reviewLink', params.link_id, (id) =>
    loadReviewLink(caller.workspace.id, contentId, id),
  );
  const revoked = revokeReviewLink(link, nowMs);
  return {
    status: 200,
    body: { success: true, message: `Review link ${link.id} is revoked.` },
    writes: revoked === link ? [] : [reviewLinkWrite(link, revoked)],
  };
});
