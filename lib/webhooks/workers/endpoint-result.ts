import { settings } from '../../core/config/settings.ts';
import { type AttemptTiming, type DeliveryLane, updateLane } from '../rules/delivery-lane.ts';
import { applyAttemptResult, isFailureLimitReached } from '../rules/endpoint-auto-disable.ts';
import { NO_FAILURES, type WebhookEndpoint } from '../rules/webhook-endpoint.ts';
import { hasDeliveredSince } from '../store/deliveries.ts';
import { updateEndpoint } from '../store/webhook-endpoints.ts';

type AttemptResponse = AttemptTiming & { ok: boolean };

/**
 * Apply the result of an attempt to its endpoint as it is now: other attempts may have ended during this one. `used` is
 * the endpoint that was requested. Returns the current endpoint, or null when it was deleted.
 */
export function applyToEndpoint(used: WebhookEndpoint, lane: DeliveryLane, response: AttemptResponse) {
  return updateEndpoint(used, async (endpoint) => {
    const { failingEndpoints } = settings();
    const nowMs = Date.now();
    const decides = !response.ok && isFailureLimitReached(endpoint, failingEndpoints, nowMs);
    // A worker that crashed after a success may have left the failure window open.
    const hasSucceeded = decides && (await hasDeliveredSince(endpoint, endpoint.failing_since!));
    const state = hasSucceeded ? { ...endpoint, ...NO_FAILURES } : endpoint;
    return applyAttemptResult(state, lane, response, failingEndpoints, nowMs);
  });
}

/** Mark an endpoint as slow after an attempt that exceeded the fast lane's deadline and is repeated in the slow lane. */
export function markSlow(used: WebhookEndpoint, timing: AttemptTiming) {
  return updateEndpoint(used, (endpoint) => {
    const changes = updateLane(endpoint, 'fast', timing, Date.now());
    return Object.keys(changes).length > 0 ? { ...endpoint, ...changes } : endpoint;
  });
}
