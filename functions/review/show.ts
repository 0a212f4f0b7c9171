import { operation } from '../../lib/content/api/review/show.ts';
import { loadReview } from '../../lib/content/pages/review.ts';
import { reviewPage } from '../../lib/content/pages/review-page.ts';
import { withinReviewLimits } from '../../lib/content/pages/review-request.ts';
import { loadReviewView } from '../../lib/content/pages/review-view.ts';
import { defineEndpoint } from '../../lib/identity/pipeline/define-endpoint.ts';

/** Show the page on which an external reviewer sees a content item. */
export const handler = defineEndpoint(operation, ({ query: { token }, context }) =>
  withinReviewLimits(context, token, async () => {
    const found = await loadReview(token, context);
    return 'page' in found ? found.page : reviewPage(found.review.look, await loadReviewView(found.review));
  }),
);
