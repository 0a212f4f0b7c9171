import { ApiError } from '../domain/api-error.ts';
import { createRateLimiter, type RateState } from '../rate-limit/limiter.ts';
import { exceededMessage, policiesOf, type RatePolicy } from '../rate-limit/policies.ts';
import { resetSeconds } from './rate-limit-headers.ts';
import type { RequestContext } from './request-context.ts';

const rateLimiter = createRateLimiter();

/**
 * Request quota under every rate limit of the caller, without waiting for the decision. When the table has to be asked,
 * the request continues to read in parallel. `assertWithinRateLimit` waits for the decision before anything is written,
 * sent or returned. Contract, section 11.
 */
export function requestQuota(context: RequestContext): void {
  if (context.caller) requestQuotaOf(context, policiesOf(context.caller));
}

/** Request quota under these policies. As `requestQuota`. */
export function requestQuotaOf(context: RequestContext, policies: RatePolicy[]): void {
  context.rate = policies.map((policy) => unknownState(policy, context.nowMs));
  context.rateLimitDecision = rateLimiter.request(policies, context.nowMs);
  // Every waiter sees a rejection; without this handler it would be unhandled until the first one waits.
  context.backgroundWork.push(context.rateLimitDecision.then(({ prefetching }) => prefetching).catch(() => {}));
}

/**
 * Wait until the request may have effects. Throws 429 when a limit is exceeded, before any other error. Rejects when
 * the count cannot be reached, so that more requests than the limit never pass.
 */
export async function assertWithinRateLimit(context: RequestContext): Promise<void> {
  if (!context.rateLimitDecision) return;
  const { isAllowed, states } = await context.rateLimitDecision;
  context.rate = states;
  if (isAllowed) return;
  const exceeded = states.filter(({ remaining }) => remaining === 0);
  const [{ policy }] = exceeded as [RateState];
  throw new ApiError('quota-exceeded', exceededMessage(policy), {
    extensions: { 'violated-policies': exceeded.map((state) => state.policy.name) },
    headers: { 'retry-after': String(Math.max(...exceeded.map((state) => resetSeconds(state, context.nowMs)))) },
  });
}

function unknownState(policy: RatePolicy, nowMs: number): RateState {
  const window = Math.floor(nowMs / 1000 / policy.seconds);
  return { policy, remaining: null, resetAtSeconds: (window + 1) * policy.seconds };
}
