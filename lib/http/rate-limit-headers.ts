import type { RateState } from './rate-limiter.ts';

/**
 * The headers that tell a caller how much is left: the fields of the IETF draft with every policy, and the
 * older X- ones with the policy that has least left. What is left is not said while it is not known.
 */
export function rateLimitHeaders(states: RateState[], nowMs: number): Record<string, string> {
  const [mostConstrained] = [...states].sort(byWhatIsLeft);
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

/** Seconds until a policy's window ends, at least 1. */
export function resetSeconds({ resetAtSeconds }: RateState, nowMs: number): number {
  return Math.max(1, Math.ceil(resetAtSeconds - nowMs / 1000));
}

/** The least left first; of several with the same, the one that has to be waited for longest. */
function byWhatIsLeft(a: RateState, b: RateState): number {
  return (a.remaining ?? 0) - (b.remaining ?? 0) || b.resetAtSeconds - a.resetAtSeconds;
}
