import type { RequestContext } from '../../identity/pipeline/request-context.ts';
import { stageOrigin } from '../../identity/pipeline/stage-origin.ts';

/** The path of the page of external reviewers, and of its forms. */
export const REVIEW_PATH = '/v1/review';

/** Return the URL of the review page of a token. */
export function reviewUrl(context: RequestContext, token: string): string {
  return `${stageOrigin(context)}${REVIEW_PATH}?${new URLSearchParams({ token })}`;
}
