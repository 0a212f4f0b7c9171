import { settings } from '../../core/config/settings.ts';
import { quotaExceeded } from '../../core/problems/problems.ts';
import { createRateLimiter, type RateLimitDecision, type RateState } from '../../core/rate-limit/limiter.ts';
import type { RatePolicy } from '../../core/rate-limit/policy.ts';
import { addressPolicy, policiesOf } from '../rules/rate-limits.ts';
import { resetSeconds } from './rate-limit-headers.ts';
import { isCall, type RequestContext } from './request-context.ts';

const rateLimiter = createRateLimiter();

/**
 * Request quota under every rate limit of the caller, without waiting for the decision. When the table has to be asked,
 * the request continues to read in parallel. `assertWithinRateLimit` waits for the decision before anything is written,
 * sent or returned. A page that needs no token counts for the source address. See docs/reference/rate-limits.md.
 */
export function requestQuota(context: RequestContext): void {
  const { caller } = context;
  if (caller) requestQuotaOf(context, policiesOf(caller, settings().defaultLimits.requests_per_minute));
  else if (!isProvenByBody(context) && !context.endpoint?.ownRateLimit) requestAddressQuota(context);
}

/**
 * Request quota of the source address, for a request whose caller is not known. Without the table the request is
 * allowed: the limit protects the service, and its response does not depend on the count.
 */
function requestAddressQuota(context: RequestContext): void {
  requestQuotaOf(context, [addressPolicy(context.sourceAddress)]);
  context.rateLimitDecision = context.rateLimitDecision!.catch(() => ({ isAllowed: true, states: context.rate! }));
}

/** Return the error of an exceeded or unreachable rate limit of a request that failed, or null. */
export async function rateLimitError(context: RequestContext): Promise<unknown> {
  try {
    if (!context.rateLimitDecision) requestAddressQuota(context);
    await assertWithinRateLimit(context);
    return null;
  } catch (error) {
    return error;
  }
}

/**
 * Request quota of the source address for a response without another rate limit, for its headers. Waits for the count.
 * A request with a correct secret or signature is counted and never rejected, whatever others send from its address.
 */
export async function ensureCounted(context: RequestContext): Promise<void> {
  if (!context.rateLimitDecision) requestAddressQuota(context);
  await Promise.all(context.backgroundWork);
}

/** Request quota under these policies. As `requestQuota`. */
export function requestQuotaOf(context: RequestContext, policies: RatePolicy[]): void {
  context.rate = policies.map((policy) => unknownState(policy, context.nowMs));
  const decision = rateLimiter.request(policies, context.nowMs, context.endpoint?.requestsAtOnce);
  context.rateLimitDecision = decision;
  const counting = decision.then(async ({ count, prefetching }) => {
    // The response to a call has no headers that anyone reads: its message has counted.
    if (isCall(context.event)) await prefetching;
    else context.rate = await count();
  });
  // Every waiter sees a rejection; without this handler it would be unhandled until the first one waits.
  context.backgroundWork.push(counting.catch(() => {}));
}

/** Take quota of a policy beyond which the request has another effect. Returns false beyond the limit. */
export async function takeQuota(policy: RatePolicy, nowMs: number): Promise<boolean> {
  return (await rateLimiter.request([policy], nowMs)).isAllowed;
}

/** Return whether the body has a secret or a signature that no other sender can have. */
function isProvenByBody({ endpoint }: RequestContext): boolean {
  return endpoint?.body === 'custom' || endpoint?.body === 'raw';
}

/**
 * Wait until the request may have effects. Throws 429 when a limit is exceeded, before any other error. Rejects when
 * the count cannot be reached, so that more requests than the limit never pass.
 */
export async function assertWithinRateLimit(context: RequestContext): Promise<void> {
  if (context.rateLimitDecision) assertAllowed(await context.rateLimitDecision, context.nowMs);
}

/**
 * Take quota of a policy that has an error message. Throws 429 beyond the limit, and rejects when the count cannot be reached.
 * The response has the headers of the limits of the caller only.
 */
export async function assertQuota(policy: RatePolicy, nowMs: number): Promise<void> {
  assertAllowed(await rateLimiter.request([policy], nowMs), nowMs);
}

function assertAllowed({ isAllowed, states }: Pick<RateLimitDecision, 'isAllowed' | 'states'>, nowMs: number): void {
  if (isAllowed) return;
  const exceeded = states.filter(({ remaining }) => remaining === 0);
  const [{ policy }] = exceeded as [RateState];
  throw quotaExceeded(policy.exceeded!, {
    extensions: { 'violated-policies': exceeded.map((state) => state.policy.name) },
    headers: { 'retry-after': String(Math.max(...exceeded.map((state) => resetSeconds(state, nowMs)))) },
  });
}

function unknownState(policy: RatePolicy, nowMs: number): RateState {
  const window = Math.floor(nowMs / 1000 / policy.seconds);
  return { policy, remaining: null, resetAtSeconds: (window + 1) * policy.seconds };
}
