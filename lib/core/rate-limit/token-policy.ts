import type { RatePolicy } from './policies.ts';

/** Access tokens that one API key or session can request in a minute. A client needs one an hour, a session twelve. */
export const TOKENS_PER_MINUTE = 100;

/** Return the rate limit of the token requests of an API key or a session, by its id. Failed ones do not count. */
export function tokenPolicy(clientId: string): RatePolicy {
  return {
    name: 'tokens',
    subjectId: `${clientId}/tokens`,
    limit: TOKENS_PER_MINUTE,
    seconds: 60,
    exceeded: `The rate limit of ${TOKENS_PER_MINUTE} token requests per minute for this API key or session was exceeded.`,
  };
}
