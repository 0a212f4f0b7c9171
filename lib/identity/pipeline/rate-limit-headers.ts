import type { RateState } from '../../core/rate-limit/limiter.ts';

/**
 * Build the rate limit headers. The fields of the IETF draft have every policy, the older `X-` fields the most
 * constrained one. The remaining quota is left out while it is unknown.
 */
export function rateLimitHeaders(states: RateState[], nowMs: number): Record<string, string> {
  const [mostConstrained] = [...states].sort(byConstraint);
  if (!mostConstrained) return {};
  const { policy, remaining, resetAtSeconds } = mostConstrained;
  const isKnown = remaining !== null;
  return {
    'ratelimit-policy': states
      .map(({ policy: { name, limit, seconds } }) => `"${name}";q=${limit};w=${seconds}`)
      .join(', '),
    ...(isKnown
      ? {
          ratelimit: states
            .map((state) => `"${state.policy.name}";r=${state.remaining};t=${resetSeconds(state, nowMs)}`)
            .join(', '),
        }
      : {}),
    'x-ratelimit-limit': String(policy.limit),
    ...(isKnown ? { 'x-ratelimit-remaining': String(remaining) } : {}),
    'x-ratelimit-reset': String(resetAtSeconds),
  };
}

/** Return the seconds until the window of a policy ends, at least 1. */
export function resetSeconds({ resetAtSeconds }: RateState, nowMs: number): number {
  return Math.max(1, Math.ceil(resetAtSeconds - nowMs / 1000));
}

/** Order by the least remaining quota, then by the latest reset. */
function byConstraint(a: RateState, b: RateState): number {
  return (a.remaining ?? 0) - (b.remaining ?? 0) || b.resetAtSeconds - a.resetAtSeconds;
}
