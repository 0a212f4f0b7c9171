import { Refusal } from '../domain/refusal.ts';
import { PLANS } from '../domain/workspace.ts';
import type { Call, Caller } from './call.ts';
import { openLeases, type RatePolicy, type RateState } from './leases.ts';
import { resetSeconds } from './rate-headers.ts';

const MINUTE_SECONDS = 60;
const HOUR_SECONDS = 3600;

/** What this instance holds, as long as it lives. */
const leases = openLeases();

/**
 * Asks for this request to pass the limits of its workspace and its key. The answer is not waited for here:
 * when the table has to be asked, the request goes on reading meanwhile. `admitted` waits for it, before
 * anything is written, sent or answered. Contract, section 11.
 */
export function admit(call: Call): void {
  if (!call.caller) return;
  const policies = policiesOf(call.caller);
  call.rate = policies.map((policy) => unknownState(policy, call.nowMs));
  call.admission = leases.admit(policies, call.nowMs);
  // Whoever waits for it hears of it; nobody has to be waiting yet.
  const ahead = call.admission.then((admission) => admission.ahead).catch(() => {});
  call.meanwhile.push(ahead);
}

/**
 * Returns once the request may have effects. Refuses with 429 when a limit is reached, whatever else is wrong
 * with the request. When the count cannot be reached it fails as the operation itself would: more than the
 * limit never passes.
 */
export async function admitted(call: Call): Promise<void> {
  if (!call.admission) return;
  const { isAdmitted, states } = await call.admission;
  call.rate = states;
  if (isAdmitted) return;
  const reached = states.filter(({ remaining }) => remaining === 0);
  const [{ policy }] = reached as [RateState];
  throw new Refusal('quota-exceeded', REACHED[policy.name](policy.limit), {
    members: { 'violated-policies': reached.map((state) => state.policy.name) },
    headers: {
      'retry-after': String(Math.max(...reached.map((state) => resetSeconds(state, call.nowMs)))),
    },
  });
}

const REACHED: Record<RatePolicy['name'], (limit: number) => string> = {
  minute: (limit) => `The ${limit} requests of this minute are used up.`,
  hour: (limit) => `The ${limit} requests this key may make in an hour are used up.`,
};

/** The minute of the workspace, and the hour of the key when it carries one. */
function policiesOf({ workspace, clientId, hourlyLimit }: Caller): RatePolicy[] {
  const { requestsPerMinute } = PLANS[workspace.plan];
  const minute: RatePolicy = {
    name: 'minute',
    counted: workspace.id,
    limit: requestsPerMinute,
    seconds: MINUTE_SECONDS,
  };
  if (hourlyLimit === null) return [minute];
  return [minute, { name: 'hour', counted: clientId, limit: hourlyLimit, seconds: HOUR_SECONDS }];
}

function unknownState(policy: RatePolicy, nowMs: number): RateState {
  const window = Math.floor(nowMs / 1000 / policy.seconds);
  return { policy, remaining: null, resetAtSeconds: (window + 1) * policy.seconds };
}
