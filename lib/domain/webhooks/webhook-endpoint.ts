import { formatInstant } from '../timestamps.ts';

export const ENDPOINT_STATUSES = ['active', 'paused', 'disabled'] as const;

/** A secret that was replaced, and until when deliveries are still signed with it. */
export interface RetiredSecret {
  secret: string;
  expires_at: string;
}

/**
 * An endpoint of a workspace. `secrets` sign, newest first; they are never shown again. What is optional came
 * later than the first endpoints, and its absence means what null means.
 */
export interface WebhookEndpoint {
  id: string;
  workspace_id: string;
  url: string;
  /** Event kinds, or `*` for all. */
  events: string[];
  status: (typeof ENDPOINT_STATUSES)[number];
  secrets: string[];
  /** Absent: none. Those whose time is over stay until the next rotation, and sign nothing. */
  retired_secrets?: RetiredSecret[];
  /** Who paused it: its owner, or the workspace's plan, whose end it then waits for. */
  paused_reason?: 'owner' | 'plan' | null;
  disabled_reason: string | null;
  /** Since when every attempt has failed. */
  failing_since?: string | null;
  /** When it was told that it will be disabled. */
  warned_at?: string | null;
  /** Since when it is in the slow lane. */
  slow_since?: string | null;
  created_at: string;
  updated_at: string;
  version: number;
}

/** How long only failures are put up with: the stage says so, in seconds. Contract, section 7. */
export interface FailurePolicy {
  warnAfterSeconds: number;
  disableAfterSeconds: number;
}

/** A new endpoint, active. */
export function newEndpoint(input: {
  id: string;
  workspaceId: string;
  url: string;
  events: WebhookEndpoint['events'];
  secret: string;
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
    created_at: input.createdAt,
    updated_at: input.createdAt,
    version: 0,
  };
}

/** True when an endpoint wants events of this kind. */
export function isSubscribed(endpoint: WebhookEndpoint, type: string): boolean {
  return endpoint.status === 'active' && (endpoint.events.includes('*') || endpoint.events.includes(type));
}

/** What its owner asks of an endpoint; what is absent stays. `url` is the normalised one. */
export interface EndpointEdit {
  url?: string | undefined;
  events?: WebhookEndpoint['events'] | undefined;
  status?: 'active' | 'paused' | undefined;
}

/**
 * The endpoint as its owner wants it; the same object when it is so already. Set active again, or moved to
 * another url, it begins anew: nothing has failed there yet.
 */
export function editEndpoint(endpoint: WebhookEndpoint, asked: EndpointEdit, nowMs: number): WebhookEndpoint {
  const { url = endpoint.url, events = endpoint.events, status = endpoint.status } = asked;
  const isMoved = url !== endpoint.url;
  const isElsewhere = status !== endpoint.status;
  const isSame = !isMoved && !isElsewhere && events.join() === endpoint.events.join();
  if (isSame) return endpoint;
  return {
    ...endpoint,
    url,
    events,
    ...(isElsewhere && status === 'paused' ? paused('owner') : {}),
    ...(isElsewhere && status === 'active' ? ACTIVE : {}),
    ...(isMoved ? { ...NO_FAILURES, slow_since: null } : {}),
    updated_at: formatInstant(nowMs),
  };
}

/**
 * The endpoint as the plan of its workspace allows it; the same object when nothing changes. Only what was
 * paused for the plan is resumed by it.
 */
export function applyPlan(endpoint: WebhookEndpoint, isAllowed: boolean, nowMs: number): WebhookEndpoint {
  const updated_at = formatInstant(nowMs);
  if (!isAllowed && endpoint.status === 'active') return { ...endpoint, ...paused('plan'), updated_at };
  const waits = endpoint.status === 'paused' && endpoint.paused_reason === 'plan';
  return isAllowed && waits ? { ...endpoint, ...ACTIVE, updated_at } : endpoint;
}

/** The failure fields of an endpoint whose attempts do not fail. */
export const NO_FAILURES = { failing_since: null, warned_at: null };
const ACTIVE = { status: 'active', paused_reason: null, disabled_reason: null, ...NO_FAILURES } as const;

function paused(reason: 'owner' | 'plan') {
  return { status: 'paused', paused_reason: reason, disabled_reason: null, ...NO_FAILURES } as const;
}

/** The earliest time at which a further failure disables the endpoint, or null while nothing fails. */
export function disablesAt(endpoint: WebhookEndpoint, limits: FailurePolicy): string | null {
  const { failing_since, warned_at } = endpoint;
  if (endpoint.status !== 'active' || !failing_since) return null;
  const ofFailure = Date.parse(failing_since) + limits.disableAfterSeconds * 1000;
  const betweenMs = (limits.disableAfterSeconds - limits.warnAfterSeconds) * 1000;
  const ofWarning = warned_at ? Date.parse(warned_at) + betweenMs : 0;
  return formatInstant(Math.max(ofFailure, ofWarning));
}

/** An endpoint as the API shows it: all but what signs its deliveries. */
export function toEndpointView(endpoint: WebhookEndpoint, limits: FailurePolicy): Record<string, unknown> {
  return {
    id: endpoint.id,
    url: endpoint.url,
    events: endpoint.events,
    status: endpoint.status,
    created_at: endpoint.created_at,
    updated_at: endpoint.updated_at,
    paused_reason: endpoint.paused_reason ?? null,
    disabled_reason: endpoint.disabled_reason,
    failing_since: endpoint.failing_since ?? null,
    warned_at: endpoint.warned_at ?? null,
    disables_at: disablesAt(endpoint, limits),
  };
}
