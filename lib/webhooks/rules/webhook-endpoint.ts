import { isDeepStrictEqual } from 'node:util';
import { pick } from '../../core/values/pick.ts';
import { formatInstant } from '../../core/values/timestamps.ts';
import type { EndpointAgent } from './agent-subscription.ts';
import type { EndpointAuthorization } from './endpoint-authorization.ts';
import type { StageFilter } from './stage-filter.ts';

export const ENDPOINT_STATUSES = ['active', 'paused', 'disabled'] as const;

/** A replaced secret, encrypted, that signs deliveries until it expires. */
export type RetiredSecret = { secret: string; expires_at: string };

/** A webhook endpoint. `secrets` sign deliveries, newest first, and are encrypted. Absent optional fields mean null. */
export interface WebhookEndpoint {
  id: string;
  workspace_id: string;
  url: string;
  events: string[]; // Event kinds, or `*` for all.
  status: (typeof ENDPOINT_STATUSES)[number];
  secrets: string[];
  retired_secrets?: RetiredSecret[]; // Absent if there is none. Expired ones are removed at the next rotation.
  /** Whether the owner paused it, or the plan of the workspace does not include webhooks. */
  paused_reason?: 'owner' | 'plan' | null;
  disabled_reason: string | null;
  failing_since?: string | null; // Time since which every attempt has failed.
  warned_at?: string | null; // Time of the warning that the endpoint will be disabled.
  slow_since?: string | null; // Time since which the endpoint uses the slow lane.
  /** Whether the receiver at its URL has responded with success. Absent on endpoints older than the field: true. */
  is_verified?: boolean;
  /** Absent on endpoints older than the field, which stay authorized until they are changed. */
  authorized_by?: EndpointAuthorization | null;
  /** What an endpoint of the stage receives. Absent for an endpoint of a workspace. */
  filter?: StageFilter;
  /** The agent that has subscribed it. Absent for an endpoint that a person has registered. */
  agent?: EndpointAgent;
  active_since?: string; // When it became active last. Absent on endpoints older than the field.
  created_at: string;
  updated_at: string;
  version: number;
}

/** Failure periods of an endpoint, set by the stage. See docs/reference/webhooks.md. */
export type FailurePolicy = { warnAfterSeconds: number; disableAfterSeconds: number };

/** Create an active endpoint. `secret` is encrypted. */
export function newEndpoint(input: {
  id: string;
  workspaceId: string;
  url: string;
  events: WebhookEndpoint['events'];
  secret: string;
  authorizedBy?: EndpointAuthorization;
  filter?: StageFilter | undefined;
  createdAt: string;
}): WebhookEndpoint {
  return {
    id: input.id,
    workspace_id: input.workspaceId,
    url: input.url,
    events: input.events,
    status: 'active',
    secrets: [input.secret],
    disabled_reason: null,
    is_verified: false,
    authorized_by: input.authorizedBy ?? null,
    ...(input.filter && { filter: input.filter }),
    active_since: input.createdAt,
    created_at: input.createdAt,
    updated_at: input.createdAt,
    version: 0,
  };
}

/** Return whether an endpoint receives events of this kind. */
export function isSubscribed(endpoint: WebhookEndpoint, type: string): boolean {
  return endpoint.status === 'active' && (endpoint.events.includes('*') || endpoint.events.includes(type));
}

/**
 * Return whether an endpoint was registered before an event happened (ISO 8601), to within a minute, by which clocks
 * may differ. An event that is processed again later is not for endpoints registered in between.
 */
export function isRegisteredBefore(endpoint: WebhookEndpoint, eventTime: string): boolean {
  return Date.parse(endpoint.created_at) <= Date.parse(eventTime) + 60_000;
}

/** A requested change of an endpoint. Absent fields do not change. `url` is normalized. */
export interface EndpointEdit {
  url?: string | undefined;
  events?: WebhookEndpoint['events'] | undefined;
  status?: 'active' | 'paused' | undefined;
  filter?: StageFilter | undefined;
  /** The caller, for every change but a pause. */
  authorizedBy?: EndpointAuthorization | undefined;
}

/**
 * Apply a requested change; the same object if none. Reactivation or a new URL resets the failure window. A new URL
 * is another receiver, so the endpoint is unverified again.
 */
export function editEndpoint(endpoint: WebhookEndpoint, input: EndpointEdit, nowMs: number): WebhookEndpoint {
  const { url = endpoint.url, events = endpoint.events, status = endpoint.status } = input;
  const { authorizedBy: authorized_by = endpoint.authorized_by ?? null, filter = endpoint.filter } = input;
  const isMoved = url !== endpoint.url;
  const isStatusChanged = status !== endpoint.status;
  const isSameFilter = isDeepStrictEqual(filter, endpoint.filter);
  const isSame = !isMoved && !isStatusChanged && isSameFilter && events.join() === endpoint.events.join();
  if (isSame && isDeepStrictEqual(authorized_by, endpoint.authorized_by ?? null)) return endpoint;
  return {
    ...endpoint,
    url,
    events,
    authorized_by,
    ...(filter && { filter }),
    ...(isStatusChanged && status === 'paused' ? paused('owner') : {}),
    ...(isStatusChanged && status === 'active' ? activated(nowMs) : {}),
    ...(isMoved ? { ...NO_FAILURES, slow_since: null, is_verified: false } : {}),
    updated_at: formatInstant(nowMs),
  };
}

/** Pause or resumes an endpoint according to the plan, and resumes only what the plan paused. */
export function applyPlan(endpoint: WebhookEndpoint, isAllowed: boolean, nowMs: number): WebhookEndpoint {
  const updated_at = formatInstant(nowMs);
  if (!isAllowed && endpoint.status === 'active') return { ...endpoint, ...paused('plan'), updated_at };
  const isPausedByPlan = endpoint.status === 'paused' && endpoint.paused_reason === 'plan';
  return isAllowed && isPausedByPlan ? { ...endpoint, ...activated(nowMs), updated_at } : endpoint;
}

/** The failure fields of an endpoint whose attempts do not fail. */
export const NO_FAILURES = { failing_since: null, warned_at: null };

function activated(nowMs: number) {
  const active_since = formatInstant(nowMs);
  return { status: 'active', paused_reason: null, disabled_reason: null, ...NO_FAILURES, active_since } as const;
}

function paused(reason: 'owner' | 'plan') {
  return { status: 'paused', paused_reason: reason, disabled_reason: null, ...NO_FAILURES } as const;
}

/** Return the earliest time at which another failure disables the endpoint, or null while none fails. */
export function disablesAt(endpoint: WebhookEndpoint, limits: FailurePolicy): string | null {
  const { failing_since, warned_at } = endpoint;
  if (endpoint.status !== 'active' || !failing_since) return null;
  const ofFailure = Date.parse(failing_since) + limits.disableAfterSeconds * 1000;
  const betweenMs = (limits.disableAfterSeconds - limits.warnAfterSeconds) * 1000;
  const ofWarning = warned_at ? Date.parse(warned_at) + betweenMs : 0;
  return formatInstant(Math.max(ofFailure, ofWarning));
}

/** Return whether a receiver has answered a request to the URL of an endpoint with success. */
export function isVerified({ is_verified = true }: WebhookEndpoint): boolean {
  return is_verified;
}

/** Mark an endpoint as verified by a success; the same object if it is already. */
export function verify(endpoint: WebhookEndpoint): WebhookEndpoint {
  return isVerified(endpoint) ? endpoint : { ...endpoint, is_verified: true };
}

/** Build the API representation of an endpoint, without its secrets. */
export function toEndpointView(endpoint: WebhookEndpoint, limits: FailurePolicy): Record<string, unknown> {
  const { paused_reason = null, failing_since = null, warned_at = null, authorized_by, filter } = endpoint;
  return {
    ...pick(endpoint, 'id', 'url', 'events', 'status', 'created_at', 'updated_at'),
    paused_reason,
    disabled_reason: endpoint.disabled_reason,
    failing_since,
    warned_at,
    disables_at: disablesAt(endpoint, limits),
    is_verified: isVerified(endpoint),
    authorized_by: authorized_by ? pick(authorized_by, 'user_id', 'client_id', 'expires_at') : null,
    workspaces: filter ? (filter.workspaces ?? '*') : null,
    labels: filter?.labels ?? null,
    agent: endpoint.agent ? pick(endpoint.agent, 'client_id', 'name', 'expires_at') : null,
  };
}
