import { formatInstant } from '../../core/values/timestamps.ts';
import { NO_FAILURES, type WebhookEndpoint } from './webhook-endpoint.ts';

/**
 * Who authorized an endpoint to receive its events: a member, by an API key or, with null, by a session. `expires_at`
 * (ISO 8601) is that of the key. The endpoint receives events while the member, and the key, may read them.
 */
export interface EndpointAuthorization {
  user_id: string;
  client_id: string | null;
  expires_at: string | null;
  /** Of an endpoint of the stage: the workspaces that its stage key could name, null for all. */
  workspaces?: readonly string[] | null;
}

/** The beginning of the reason of an endpoint that is disabled because its authorization has ended. */
export const PERMISSION_LOST = 'permission_lost';

/** Disable an endpoint whose authorization has ended at `nowMs`. A caller who may read its events reactivates it. */
export function endAuthorization(endpoint: WebhookEndpoint, nowMs: number): WebhookEndpoint {
  const { user_id, client_id } = endpoint.authorized_by!;
  const ofMember = client_id === null ? `the member ${user_id}` : `the API key ${client_id} of the member ${user_id}`;
  const who = endpoint.filter ? `the stage key ${client_id}` : ofMember;
  return {
    ...endpoint,
    status: 'disabled',
    paused_reason: null,
    disabled_reason: `${PERMISSION_LOST}: ${who}, which authorized this endpoint, may no longer read its events.`,
    ...NO_FAILURES,
    updated_at: formatInstant(nowMs),
  };
}

/** Return an endpoint as it is at a time: disabled once its subscription or the API key that authorized it has expired. */
export function endpointAt(endpoint: WebhookEndpoint, nowMs: number): WebhookEndpoint {
  if (endpoint.status !== 'disabled' && Date.parse(endpoint.agent?.expires_at ?? '') <= nowMs) {
    const { expires_at } = endpoint.agent!;
    const disabled_reason = `The subscription of the agent ended at ${expires_at}.`;
    return { ...endpoint, status: 'disabled', paused_reason: null, disabled_reason, ...NO_FAILURES };
  }
  const endsAtMs = Date.parse(endpoint.authorized_by?.expires_at ?? '');
  return endpoint.status !== 'disabled' && endsAtMs <= nowMs ? endAuthorization(endpoint, endsAtMs) : endpoint;
}
