import type { PolicyDocs, RatePolicy } from '../../core/rate-limit/policy.ts';

/** Requests per minute with the token of one review link, for its page and its forms. */
const REVIEW_REQUESTS_PER_MINUTE = 60;

/** What the documents state of this limit. */
export const POLICY_DOCS = {
  'review-link': { requests: 'requests with one review link' },
} as const satisfies PolicyDocs;

/** Return the rate limit of the requests with the token of a review link, given its hash. */
export function reviewLinkPolicy(tokenHash: string): RatePolicy<keyof typeof POLICY_DOCS> {
  return {
    name: 'review-link',
    subjectId: `review/${tokenHash}`,
    limit: REVIEW_REQUESTS_PER_MINUTE,
    seconds: 60,
    exceeded: `The rate limit of ${REVIEW_REQUESTS_PER_MINUTE} requests per minute for this review link was exceeded.`,
  };
}
