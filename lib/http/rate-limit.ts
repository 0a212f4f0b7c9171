import { ApiError } from '../domain/api-error.ts';
import { PLANS } from '../domain/identity/workspace.ts';
import { resetSeconds } from './rate-limit-headers.ts';
import { createRateLimiter, type RatePolicy, type RateState } from './rate-limiter.ts';
import type { Caller, RequestContext } from './request-context.ts';

const MINUTE_SECONDS = 60;
const HOUR_SECONDS = 3600;

/** What this instance holds, as long as it lives. */
const rateLimiter = createRateLimiter();

/**
 * Asks for this request to pass the limits of its workspace and its key. The answer is not waited for here:
 * when the table has to be asked, the request goes on reading meanwhile. `admitted` waits for it, before
 * anything is written, sent or answered. Contract, section 11.
 */
export function requestQuota(call: RequestContext): void {
  if (!call.caller) return;
  const policies = policiesOf(call.caller);
  call.rate = policies.map((policy) => unknownState(policy, call.nowMs));
  call.rateLimitDecision = rateLimiter.admit(policies, call.nowMs);
  // Whoever waits for it hears of it; nobody has to be waiting yet.
  const ahead = call.rateLimitDecision.then((admission) => admission.prefetching).catch(() => {});
  call.backgroundWork.push(ahead);
}

/**
 * Returns once the request may have effects. Refuses with 429 when a limit is reached, whatever else is wrong
 * with the request. When the count cannot be reached it fails as the operation itself would: more than the
 * limit never passes.
 */
export async function assertWithinRateLimit(call: RequestContext): Promise<void> {
  if (!call.rateLimitDecision) return;
  const { isAdmitted, states } = await call.rateLimitDecision;
  call.rate = states;
  if (isAdmitted) return;
  const reached = states.filter(({ remaining }) => remaining === 0);
  const [{ policy }] = reached as [RateState];
  throw new ApiError('quota-exceeded', LIMIT_EXCEEDED_MESSAGES[policy.name](policy.limit), {
    extensions: { 'violated-policies': reached.map((state) => state.policy.name) },
    headers: {
      'retry-after': String(Math.max(...reached.map((state) => resetSeconds(state, call.nowMs)))),
    },
  });
}

const LIMIT_EXCEEDED_MESSAGES: Record<RatePolicy['name'], (limit: number) => string> = {
  minute: (limit) => `The rate limit of ${limit} requests per minute was exceeded.`,
  hour: (limit) => `The rate limit of ${limit} requests per hour for this API key was exceeded.`,
};

/** The minute of the workspace, and the hour of the key when it carries one. */
function policiesOf({ workspace, clientId, hourlyLimit }: Caller): RatePolicy[] {
  const { requestsPerMinute } = PLANS[workspace.plan];
  const minute: RatePolicy = {
    name: 'minute',
    subjectId: workspace.id,
    limit: requestsPerMinute,
    seconds: MINUTE_SECONDS,
  };
  if (hourlyLimit === null) return [minute];
  return [minute, { name: 'hour', subjectId: clientId, limit: hourlyLimit, seconds: HOUR_SECONDS }];
}

function unknownState(policy: RatePolicy, nowMs: number): RateState {
  const window = Math.floor(nowMs / 1000 / policy.seconds);
  return { policy, remaining: null, resetAtSeconds: (window + 1) * policy.seconds };
}
