import { operation } from '../../lib/api/review/show.ts';
import { defineEndpoint } from '../../lib/http/define-endpoint.ts';
import { reviewPage } from '../../lib/http/pages/review-page.ts';
import { loadReview } from '../../lib/use-cases/review.ts';
import { loadReviewView } from '../../lib/use-cases/review-view.ts';

/** Show the page on which an external reviewer sees a content item. */
export const handler = defineEndpoint(operation, async ({ query, nowMs }) => {
  const found = await loadReview(query.token, nowMs);
  return 'page' in found ? found.page : reviewPage(await loadReviewView(found.review));
});
