import { PLANS, type Plan } from '../../core/config/plans.ts';
import type { PolicyDocs, RatePolicy } from '../../core/rate-limit/policy.ts';
import { sourceNetwork } from '../../core/rate-limit/source-network.ts';

// The limits of requests, which every endpoint has, and of signing in. `PLANS` has those of the plans. See
// docs/reference/rate-limits.md.

/** The highest hourly limit of an API key: the capacity of the largest plan. A higher limit would have no effect. */
export const MAX_HOURLY_LIMIT = 60 * PLANS.enterprise.requestsPerMinute;
/**
 * Requests per minute of one source address whose caller is not known. As many as the highest plan has, so that a client
 * whose token has expired gets a 401 and not a 429.
 */
const ADDRESS_REQUESTS_PER_MINUTE = PLANS.enterprise.requestsPerMinute;
/** The requests of a workspace to one operation that may be in flight at the same time. */
export const MAX_IN_FLIGHT = 5;

/** Access tokens that one API key or session can request in a minute. A client needs one an hour, a session twelve. */
export const TOKENS_PER_MINUTE = 100;
/** Failed token requests per client id, source address and minute before the rate limit applies. */
export const FAILED_EXCHANGES_PER_MINUTE = 30;
/** Requests for sign-in links per minute of one source network. */
export const SIGN_INS_PER_MINUTE = 60;
/** Requests for links per hour of one source network to one email address, a member's or not, that bring an email. */
export const LINK_REQUESTS_PER_HOUR = 5;

/** Requests for device logins per minute of one source network. */
const DEVICE_LOGINS_PER_MINUTE = 60;
/** User codes that one member can enter in an hour, right or wrong ones: a login needs two, of 25,600,000,000 codes. */
export const USER_CODES_PER_HOUR = 60;

/** Metadata documents of OAuth clients that one member can cause to be read in a minute, with all sessions. */
export const CLIENT_DOCUMENTS_PER_MINUTE = 10;
/** Documents of one member that are read at a time: fewer than those of the workspace, so that other members have some. */
export const MAX_CLIENT_DOCUMENTS_IN_FLIGHT = 2;

/** What the documents state of these limits. */
export const POLICY_DOCS = {
  minute: { requests: 'the workspace' },
  hour: { requests: 'the API key' },
  agent: { requests: 'an agent key, in a day (UTC)' },
  address: { requests: 'your IP address, for requests without a token' },
  'sign-in': { requests: 'requests for sign-in links of your network' },
  'device-login': { requests: 'device logins of your network' },
  'user-code': { requests: 'user codes that a member enters' },
  tokens: { requests: 'token requests of an API key or a session' },
  'client-document': {},
} as const satisfies PolicyDocs;

type Policy = RatePolicy<keyof typeof POLICY_DOCS>;

/** What of a workspace determines its rate limit. `requests_per_minute` is a limit of its own. */
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
  /** Null when the caller has no such limit. `defaultPerMinute`: that of the stage; null for that of the plan. */
  limit: (caller: RateLimitedCaller, defaultPerMinute: number | null) => number | null;
  exceeded: (limit: number) => string;
}

/**
 * Return the number of requests that a workspace can send in a minute: its own limit, that of the stage, or that of its plan.
 * See docs/reference/rate-limits.md.
 */
export function requestsPerMinute(
  { plan, requests_per_minute }: Omit<PlannedWorkspace, 'id'>,
  defaultPerMinute: number | null,
): number {
  return requests_per_minute ?? defaultPerMinute ?? PLANS[plan].requestsPerMinute;
}

/** Every rate limit of a request with an access token, one row each. */
// biome-ignore format: one row per line is what makes it a table.
const POLICIES: Record<'minute' | 'hour' | 'agent', PolicyRow> = {
  minute: { seconds: 60,   subjectId: ({ workspace }) => workspace.id, limit: ({ workspace }, ofStage) => requestsPerMinute(workspace, ofStage), exceeded: (limit) => `The rate limit of ${limit} requests per minute was exceeded.` },
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
export function policiesOf(caller: RateLimitedCaller, defaultPerMinute: number | null): Policy[] {
  return (Object.keys(POLICIES) as (keyof typeof POLICIES)[]).flatMap((name) => {
    const { seconds, subjectId, limit, exceeded } = POLICIES[name];
    const value = limit(caller, defaultPerMinute);
    if (value === null) return [];
    return [{ name, subjectId: subjectId(caller), limit: value, seconds, exceeded: exceeded(value) }];
  });
}

/** Return the rate limit of the requests from a source address whose caller is not known. */
export function addressPolicy(sourceIp: string): Policy {
  const subjectId = `address/${sourceNetwork(sourceIp)}`;
  const exceeded = `The rate limit of ${ADDRESS_REQUESTS_PER_MINUTE} requests per minute without a token was exceeded.`;
  return { name: 'address', subjectId, limit: ADDRESS_REQUESTS_PER_MINUTE, seconds: 60, exceeded };
}

/** Return the rate limit of the token requests of an API key or a session, by its id. Failed ones do not count. */
export function tokenPolicy(clientId: string): Policy {
  return {
    name: 'tokens',
    subjectId: `${clientId}/tokens`,
    limit: TOKENS_PER_MINUTE,
    seconds: 60,
    exceeded: `The rate limit of ${TOKENS_PER_MINUTE} token requests per minute for this API key or session was exceeded.`,
  };
}

/** Return the rate limit of the requests for sign-in links from a source address. */
export function signInPolicy(sourceIp: string): Policy {
  return {
    name: 'sign-in',
    subjectId: `sign-in/${sourceNetwork(sourceIp)}`,
    limit: SIGN_INS_PER_MINUTE,
    seconds: 60,
    exceeded: `The rate limit of ${SIGN_INS_PER_MINUTE} sign-in requests per minute from your network was exceeded.`,
  };
}

/** Return the rate limit of the requests for device logins from a source address. */
export function deviceLoginPolicy(sourceIp: string): Policy {
  return {
    name: 'device-login',
    subjectId: `device-login/${sourceNetwork(sourceIp)}`,
    limit: DEVICE_LOGINS_PER_MINUTE,
    seconds: 60,
    exceeded: `The rate limit of ${DEVICE_LOGINS_PER_MINUTE} device logins per minute from your network was exceeded.`,
  };
}

/** Return the rate limit of the user codes that a member enters, by their id. Their sessions share it. */
export function userCodePolicy(userId: string): Policy {
  return {
    name: 'user-code',
    subjectId: `${userId}/user-codes`,
    limit: USER_CODES_PER_HOUR,
    seconds: 3600,
    exceeded: `The limit of ${USER_CODES_PER_HOUR} entered codes per hour was exceeded.`,
  };
}

/** Return the rate limit of the metadata documents of OAuth clients that a member causes to be read, by their id. */
export function clientDocumentPolicy(userId: string): Policy {
  return {
    name: 'client-document',
    subjectId: `${userId}/client-documents`,
    limit: CLIENT_DOCUMENTS_PER_MINUTE,
    seconds: 60,
    exceeded: `The limit of ${CLIENT_DOCUMENTS_PER_MINUTE} documents of applications per minute was exceeded.`,
  };
}

/**
 * Return the limit of the sign-in emails that a source address causes to an email address, given its hash. Per network, so
 * that strangers cannot use up the emails of a member. No response reports it.
 */
export function emailPolicy(sourceIp: string, emailHash: string): RatePolicy {
  const subjectId = `sign-in/${sourceNetwork(sourceIp)}/${emailHash}`;
  return { name: 'email', subjectId, limit: LINK_REQUESTS_PER_HOUR, seconds: 3600 };
}
