import type { RatePolicy } from './policies.ts';
import { sourceNetwork } from './source-network.ts';

/** Requests to sign in per minute of one source network: requests for links, and exchanges of links and passkeys. */
export const SIGN_INS_PER_MINUTE = 60;
/** Requests for links per hour to one email address, whether it is a member's or not. */
export const LINK_REQUESTS_PER_HOUR = 5;

/** Return the rate limit of the requests to sign in from a source address. */
export function signInPolicy(sourceIp: string): RatePolicy {
  return {
    name: 'sign-in',
    subjectId: `sign-in/${sourceNetwork(sourceIp)}`,
    limit: SIGN_INS_PER_MINUTE,
    seconds: 60,
    exceeded: `The rate limit of ${SIGN_INS_PER_MINUTE} sign-in requests per minute from your network was exceeded.`,
  };
}

/** Return the rate limit of the sign-in links to an email address, given its hash. */
export function emailPolicy(emailHash: string): RatePolicy {
  return {
    name: 'email',
    subjectId: `sign-in/${emailHash}`,
    limit: LINK_REQUESTS_PER_HOUR,
    seconds: 3600,
    exceeded: `At most ${LINK_REQUESTS_PER_HOUR} sign-in links per hour are requested for one email address.`,
  };
}
