import { PLANS, type Plan } from '../config/plans.ts';
import {
  ADDRESS_REQUESTS_PER_MINUTE,
  CALENDAR_REQUESTS_PER_HOUR,
  CLIENT_DOCUMENTS_PER_MINUTE,
  DEVICE_LOGINS_PER_MINUTE,
  FEED_REQUESTS_PER_HOUR,
  LINK_REQUESTS_PER_HOUR,
  RECEIVER_REQUESTS_PER_MINUTE,
  REVIEW_REQUESTS_PER_MINUTE,
  SIGN_INS_PER_MINUTE,
  TOKENS_PER_MINUTE,
  USER_CODES_PER_HOUR,
  VERIFICATIONS_PER_AGENT_AND_HOUR,
  VERIFICATIONS_PER_HOST_AND_HOUR,
  VERIFICATIONS_PER_WORKSPACE_HOST_AND_HOUR,
} from './limits.ts';
import { sourceNetwork } from './source-network.ts';

type CallerPolicyName = 'minute' | 'hour' | 'agent';

/** A limit on the requests of one subject in windows of `seconds`. Clients read `name` in the headers. */
export interface RatePolicy {
  name:
    | CallerPolicyName
    | 'tokens'
    | 'address'
    | 'sign-in'
    | 'device-login'
    | 'user-code'
    | 'client-document'
    | 'email'
    | 'review-link'
    | 'calendar-feed'
    | 'calendar-feed-network'
    | 'verification';
  subjectId: string; // The id of a workspace, an API key or a session, a source address, or the hash of an email address or of a token.
  limit: number;
  seconds: number;
  exceeded?: string; // The error message, where the policy is not that of a caller.
}

/** What of a workspace determines its rate limit. `requests_per_minute` is a limit of its own, which an operator sets. */
type PlannedWorkspace = { id: string; plan: Plan; requests_per_minute?: number };

/** Properties of a caller that determine its rate limits. */
type RateLimitedCaller = {
  workspace: PlannedWorkspace;
  clientId: string;
  hourlyLimit: number | null;
  agent: { budgets: { requests: number } } | null;
};

interface PolicyRow {
  seconds: number;
  subjectId: (caller: RateLimitedCaller) => string;
  limit: (caller: RateLimitedCaller) => number | null; // Null when the caller has no such limit.
  exceeded: (limit: number) => string;
}

/** Return the number of requests that a workspace can send in a minute. See docs/reference/rate-limits.md. */
export function requestsPerMinute({ plan, requests_per_minute }: Omit<PlannedWorkspace, 'id'>): number {
  return requests_per_minute ?? PLANS[plan].requestsPerMinute;
}

/** Every rate limit of a request with an access token, one row each. */
// biome-ignore format: one row per line is what makes it a table.
const POLICIES: Record<CallerPolicyName, PolicyRow> = {
  minute: { seconds: 60,   subjectId: ({ workspace }) => workspace.id, limit: ({ workspace }) => requestsPerMinute(workspace), exceeded: (limit) => `The rate limit of ${limit} requests per minute was exceeded.` },
  hour:   { seconds: 3600, subjectId: ({ clientId }) => clientId,      limit: ({ hourlyLimit }) => hourlyLimit,                            exceeded: (limit) => `The rate limit of ${limit} requests per hour for this API key was exceeded.` },
  agent:  { seconds: 86_400, subjectId: ({ clientId }) => agentSubject(clientId), limit: ({ agent }) => agent?.budgets.requests ?? null,     exceeded: (limit) => `The budget of ${limit} requests a day (UTC) of this agent key was exceeded.` },
};

function agentSubject(clientId: string): string {
  return `${clientId}/agent`;
}

/** Return the window that counts the requests of an agent key on the day (UTC) that contains a time. */
export function agentWindow(clientId: string, nowMs: number): { subject_id: string; window: string } {
  return { subject_id: agentSubject(clientId), window: String(Math.floor(nowMs / 1000 / POLICIES.agent.seconds)) };
}

/** Return the rate limits that apply to a caller, in the order of the headers. */
export function policiesOf(caller: RateLimitedCaller): RatePolicy[] {
  return (Object.keys(POLICIES) as CallerPolicyName[]).flatMap((name) => {
    const { seconds, subjectId, limit } = POLICIES[name];
    const value = limit(caller);
    return value === null ? [] : [{ name, subjectId: subjectId(caller), limit: value, seconds }];
  });
}

/** Return the rate limit of the requests from a source address whose caller is not known. */
export function addressPolicy(sourceIp: string): RatePolicy {
  const subjectId = `address/${sourceNetwork(sourceIp)}`;
  const exceeded = `The rate limit of ${ADDRESS_REQUESTS_PER_MINUTE} requests per minute without a token was exceeded.`;
  return { name: 'address', subjectId, limit: ADDRESS_REQUESTS_PER_MINUTE, seconds: 60, exceeded };
}

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

/** Return the rate limit of the requests for sign-in links from a source address. */
export function signInPolicy(sourceIp: string): RatePolicy {
  return {
    name: 'sign-in',
    subjectId: `sign-in/${sourceNetwork(sourceIp)}`,
    limit: SIGN_INS_PER_MINUTE,
    seconds: 60,
    exceeded: `The rate limit of ${SIGN_INS_PER_MINUTE} sign-in requests per minute from your network was exceeded.`,
  };
}

/** Return the rate limit of the requests for device logins from a source address. */
export function deviceLoginPolicy(sourceIp: string): RatePolicy {
  return {
    name: 'device-login',
    subjectId: `device-login/${sourceNetwork(sourceIp)}`,
    limit: DEVICE_LOGINS_PER_MINUTE,
    seconds: 60,
    exceeded: `The rate limit of ${DEVICE_LOGINS_PER_MINUTE} device logins per minute from your network was exceeded.`,
  };
}

/** Return the rate limit of the user codes that a member enters, by their id. Their sessions share it. */
export function userCodePolicy(userId: string): RatePolicy {
  return {
    name: 'user-code',
    subjectId: `${userId}/user-codes`,
    limit: USER_CODES_PER_HOUR,
    seconds: 3600,
    exceeded: `The limit of ${USER_CODES_PER_HOUR} entered codes per hour was exceeded.`,
  };
}

/** Return the rate limit of the metadata documents of OAuth clients that a member causes to be read, by their id. */
export function clientDocumentPolicy(userId: string): RatePolicy {
  return {
    name: 'client-document',
    subjectId: `${userId}/client-documents`,
    limit: CLIENT_DOCUMENTS_PER_MINUTE,
    seconds: 60,
    exceeded: `The limit of ${CLIENT_DOCUMENTS_PER_MINUTE} documents of applications per minute was exceeded.`,
  };
}

/** Return the rate limit of the requests with the token of a review link, given its hash. */
export function reviewLinkPolicy(tokenHash: string): RatePolicy {
  return {
    name: 'review-link',
    subjectId: `review/${tokenHash}`,
    limit: REVIEW_REQUESTS_PER_MINUTE,
    seconds: 60,
    exceeded: `The rate limit of ${REVIEW_REQUESTS_PER_MINUTE} requests per minute for this review link was exceeded.`,
  };
}

/**
 * Return the rate limits of the requests with the token of a calendar feed, given its hash: of a source network, so that one
 * holder of the URL does not use up the requests of the others, and of all of them.
 */
export function calendarFeedPolicies(sourceIp: string, tokenHash: string): RatePolicy[] {
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

/**
 * Return the limit of the sign-in emails that a source address causes to an email address, given its hash. Per network, so
 * that strangers cannot use up the emails of a member. No response reports it.
 */
export function emailPolicy(sourceIp: string, emailHash: string): RatePolicy {
  const subjectId = `sign-in/${sourceNetwork(sourceIp)}/${emailHash}`;
  return { name: 'email', subjectId, limit: LINK_REQUESTS_PER_HOUR, seconds: 3600 };
}

/** Return the rate limit of the requests that a workspace causes to a receiver host. */
export function receiverPolicy(workspaceId: string, host: string): RatePolicy {
  return { name: 'minute', subjectId: `${workspaceId}/${host}`, limit: RECEIVER_REQUESTS_PER_MINUTE, seconds: 60 };
}

/** Return the limits of the challenges that an agent key causes, and of those to a receiver host. */
export function verificationPolicies(workspaceId: string, clientId: string, host: string): RatePolicy[] {
  const policy = { name: 'verification', seconds: 3600 } as const;
  return [
    { ...policy, subjectId: `${clientId}/verification`, limit: VERIFICATIONS_PER_AGENT_AND_HOUR },
    {
      ...policy,
      subjectId: `${workspaceId}/verification/${host}`,
      limit: VERIFICATIONS_PER_WORKSPACE_HOST_AND_HOUR,
    },
    { ...policy, subjectId: `verification/${host}`, limit: VERIFICATIONS_PER_HOST_AND_HOUR },
  ];
}

/** Return the error message of an exceeded rate limit. */
export function exceededMessage(policy: RatePolicy): string {
  return policy.exceeded ?? POLICIES[policy.name as CallerPolicyName].exceeded(policy.limit);
}
