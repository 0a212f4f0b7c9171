import type { PolicyDocs, RatePolicy } from '../../core/rate-limit/policy.ts';
import { sourceNetwork } from '../../core/rate-limit/source-network.ts';

/** Requests per hour of one source network with the token of one calendar feed: ten clients, one every five minutes each. */
export const CALENDAR_REQUESTS_PER_HOUR = 120;
/** Requests per hour with the token of one calendar feed, of all source networks: those of a hundred such clients. */
export const FEED_REQUESTS_PER_HOUR = 1_200;

/** What the documents state of these limits. */
export const POLICY_DOCS = {
  'calendar-feed': { requests: 'requests with one calendar feed, in an hour' },
  'calendar-feed-network': {},
} as const satisfies PolicyDocs;

/**
 * Return the rate limits of the requests with the token of a calendar feed, given its hash: of a source network, so that one
 * holder of the URL does not use up the requests of the others, and of all of them.
 */
export function calendarFeedPolicies(sourceIp: string, tokenHash: string): RatePolicy<keyof typeof POLICY_DOCS>[] {
  const subjectId = `calendar-feed/${tokenHash}`;
  const [ofNetwork, ofFeed] = [CALENDAR_REQUESTS_PER_HOUR, FEED_REQUESTS_PER_HOUR];
  return [
    {
      name: 'calendar-feed-network',
      subjectId: `${subjectId}/${sourceNetwork(sourceIp)}`,
      limit: ofNetwork,
      seconds: 3600,
      exceeded: `The rate limit of ${ofNetwork} requests per hour from your network for this calendar feed was exceeded.`,
    },
    {
      name: 'calendar-feed',
      subjectId,
      limit: ofFeed,
      seconds: 3600,
      exceeded: `The rate limit of ${ofFeed} requests per hour for this calendar feed was exceeded.`,
    },
  ];
}
