import { formatInstant } from '../../core/values/timestamps.ts';
import { type AttemptTiming, type DeliveryLane, updateLane } from './delivery-lane.ts';
import { disablesAt, type FailurePolicy, NO_FAILURES, verify, type WebhookEndpoint } from './webhook-endpoint.ts';

/**
 * Apply the result of a delivery attempt to its endpoint; the same object when nothing changes. `endpoint` is its state
 * after the attempt, so that an attempt that ended in the meantime counts.
 */
export function applyAttemptResult(
  endpoint: WebhookEndpoint,
  lane: DeliveryLane,
  attempt: AttemptTiming & { ok: boolean },
  policy: FailurePolicy,
  nowMs: number,
): WebhookEndpoint {
  const changes = {
    ...updateLane(endpoint, lane, attempt, nowMs),
    ...updateFailureWindow(endpoint, attempt, policy, nowMs),
  };
  const changed = Object.keys(changes).length > 0 ? { ...endpoint, ...changes } : endpoint;
  return attempt.ok ? verify(changed) : changed;
}

/** Return whether another failure warns the owner of an endpoint or disables it, because every attempt has failed. */
export function isFailureLimitReached(endpoint: WebhookEndpoint, policy: FailurePolicy, nowMs: number): boolean {
  const { failing_since: since = null, warned_at = null } = endpoint;
  if (endpoint.status !== 'active' || since === null) return false;
  if (warned_at === null) return nowMs - Date.parse(since) >= policy.warnAfterSeconds * 1000;
  return nowMs >= Date.parse(disablesAt(endpoint, policy)!);
}

/**
 * Update the failure window: the first failure opens it, any success closes it.
 * The owner is warned first and then has the time between the two limits, however rare the attempts are.
 */
function updateFailureWindow(
  endpoint: WebhookEndpoint,
  { ok, status }: { ok: boolean; status: number | null },
  policy: FailurePolicy,
  nowMs: number,
): Partial<WebhookEndpoint> {
  if (endpoint.status !== 'active') return {};
  const { failing_since: since = null, warned_at = null } = endpoint;
  if (ok) return since === null ? {} : NO_FAILURES;
  const now = formatInstant(nowMs);
  if (status === 410) return disable('The receiver responded with 410 Gone.', now);
  if (since === null) return { failing_since: now };
  if (!isFailureLimitReached(endpoint, policy, nowMs)) return {};
  if (warned_at === null) return { warned_at: now };
  return disable(`Every delivery attempt has failed since ${since}.`, now);
}

function disable(reason: string, now: string) {
  return { status: 'disabled', disabled_reason: reason, updated_at: now } as const;
}
