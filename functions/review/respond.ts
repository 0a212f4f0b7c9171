import { operation } from '../../lib/content/api/review/respond.ts';
import { loadReview } from '../../lib/content/pages/review.ts';
import { reviewPage, savedReviewPage } from '../../lib/content/pages/review-page.ts';
import { withinReviewLimits } from '../../lib/content/pages/review-request.ts';
import { readReviewForm, respondToReview } from '../../lib/content/pages/review-response.ts';
import { loadReviewView } from '../../lib/content/pages/review-view.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';

/** Save the comment or the decision of an external reviewer, or show the page with the reason why not. */
export const handler = defineEndpoint(operation, async ({ newId, context }) => {
  const form = readReviewForm(context);
  return withinReviewLimits(context, form.token, async () => {
    const found = await loadReview(form.token, context);
    if ('page' in found) return found.page;
    const { review } = found;
    const end = respondToReview(review, form, newId('reviewComment'), Date.now());
    if ('notice' in end) return reviewPage(review.look, await loadReviewView(review), end.notice);
    return { ...savedReviewPage(review.look, form.token), writes: end.writes, actorReviewLinkId: review.link.id };
  });
});
