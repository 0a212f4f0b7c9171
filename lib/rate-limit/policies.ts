import { PLANS, type Workspace } from '../domain/identity/workspace.ts';

type CallerPolicyName = 'minute' | 'hour';

/** A limit on the requests of one subject in windows of `seconds`. Clients read `name` in the headers. */
export interface RatePolicy {
  name: CallerPolicyName | 'tokens';
  subjectId: string; // The id of a workspace or an API key.
  limit: number;
  seconds: number;
  exceeded?: string; // The error message, where the policy is not that of a caller.
}

/** Properties of a caller that determine its rate limits. */
type RateLimitedCaller = { workspace: Workspace; clientId: string; hourlyLimit: number | null };

interface PolicyRow {
  seconds: number;
  subjectId: (caller: RateLimitedCaller) => string;
  limit: (caller: RateLimitedCaller) => number | null; // Null when the caller has no such limit.
  exceeded: (limit: number) => string;
}

/** Every rate limit of a request with an access token, one row each. */
// biome-ignore format: one row per line is what makes it a table.
const POLICIES: Record<CallerPolicyName, PolicyRow> = {
  minute: { seconds: 60,   subjectId: ({ workspace }) => workspace.id, limit: ({ workspace }) => PLANS[workspace.plan].requestsPerMinute, exceeded: (limit) => `The rate limit of ${limit} requests per minute was exceeded.` },
  hour:   { seconds: 3600, subjectId: ({ clientId }) => clientId,      limit: ({ hourlyLimit }) => hourlyLimit,                            exceeded: (limit) => `The rate limit of ${limit} requests per hour for this API key was exceeded.` },
};

/** Return the rate limits that apply to a caller, in the order of the headers. */
export function policiesOf(caller: RateLimitedCaller): RatePolicy[] {
  return (Object.keys(POLICIES) as CallerPolicyName[]).flatMap((name) => {
    const { seconds, subjectId, limit } = POLICIES[name];
    const value = limit(caller);
    return value === null ? [] : [{ name, subjectId: subjectId(caller), limit: value, seconds }];
  });
}

/** Return the error message of an exceeded rate limit. */
export function exceededMessage(policy: RatePolicy): string {
  return policy.exceeded ?? POLICIES[policy.name as CallerPolicyName].exceeded(policy.limit);
}
