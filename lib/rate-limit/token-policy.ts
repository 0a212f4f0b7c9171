import type { RatePolicy } from './policies.ts';

/** Access tokens that one API key can request in a minute. A client needs one an hour. */
export const TOKENS_PER_MINUTE = 100;

/** Return the rate limit of the token requests of an API key. Failed ones do not count. */
export function tokenPolicy(clientId: string): RatePolicy {
  return {
    name: 'tokens',
    subjectId: `${clientId}/tokens`,
    limit: TOKENS_PER_MINUTE,
    seconds: 60,
    exceeded: `The rate limit of ${TOKENS_PER_MINUTE} token requests per minute for this API key was exceeded.`,
  };
}
