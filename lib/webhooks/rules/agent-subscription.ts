import { createHash } from 'node:crypto';
import { fieldError } from '../../core/problems/request-errors.ts';
import { makeId } from '../../core/values/id.ts';
import { DAY_MS, formatInstant, HOUR_MS } from '../../core/values/timestamps.ts';
import type { EndpointAuthorization } from './endpoint-authorization.ts';
import { type EndpointEdit, newEndpoint, type WebhookEndpoint } from './webhook-endpoint.ts';

/** The agent that has subscribed an endpoint to one event kind. */
export interface EndpointAgent {
  client_id: string; // The agent key.
  name: string; // The name of the key.
  expires_at: string; // Nothing is delivered after it. The agent subscribes again before.
  verified_at: string; // When the receiver has last returned the challenge.
}

/** Subscriptions of one agent key, and of all agent keys of a workspace. Expired ones do not count. */
export const MAX_SUBSCRIPTIONS_PER_AGENT = 10;
export const MAX_SUBSCRIPTIONS_PER_WORKSPACE = 50;

const DEFAULT_TTL_MS = DAY_MS;
const MIN_TTL_MS = HOUR_MS;
const MAX_TTL_MS = 7 * DAY_MS;
/** How long the challenge that a receiver has returned is valid for its URL and secret. */
const VERIFICATION_MS = DAY_MS;
/** The latest time of a ULID: lists have the endpoints of agents after those of people. */
const LATEST_MS = 2 ** 48 - 1;

/** Why a subscription is not accepted. The protocol has a code for each. */
export type SubscriptionProblem = 'invalid' | 'not_found' | 'forbidden' | 'exhausted' | 'callback';

/** A request of an agent about a subscription that is not accepted. `data` is for its program. */
export class SubscriptionError extends Error {
  readonly problem: SubscriptionProblem;
  readonly data: Record<string, unknown>;

  constructor(problem: SubscriptionProblem, message: string, data: Record<string, unknown> = {}) {
    super(message);
    this.name = 'SubscriptionError';
    this.problem = problem;
    this.data = data;
  }
}

/** Return the id of a subscription: the same for the same agent key, URL and event kind. `url` is normalized. */
export function subscriptionId(clientId: string, url: string, kind: string): string {
  // The last element stands for the arguments: no kind has any.
  const key = JSON.stringify([clientId, url, kind, {}]);
  return makeId('endpoint', LATEST_MS, createHash('sha256').update(key).digest());
}

/**
 * Return when a subscription ends: after the requested time, but after an hour at the earliest and seven days or with the
 * key at the latest. Null requests the longest time, undefined a day.
 */
export function grantedUntil(ttlMs: number | null | undefined, keyExpiresAt: string | null, nowMs: number): string {
  const wantedMs = ttlMs === null ? MAX_TTL_MS : (ttlMs ?? DEFAULT_TTL_MS);
  const endMs = nowMs + Math.min(Math.max(wantedMs, MIN_TTL_MS), MAX_TTL_MS);
  return formatInstant(Math.min(endMs, Date.parse(keyExpiresAt ?? '') || endMs));
}

/** Return whether an endpoint counts as a subscription of an agent now. */
export function isSubscription({ agent }: WebhookEndpoint, nowMs: number): boolean {
  return agent !== undefined && Date.parse(agent.expires_at) > nowMs;
}

/** Throw unless the agent key may have one more subscription, next to these endpoints of its workspace. */
export function assertRoomForSubscription(endpoints: readonly WebhookEndpoint[], clientId: string, nowMs: number) {
  const subscriptions = endpoints.filter((each) => isSubscription(each, nowMs));
  const own = subscriptions.filter(({ agent }) => agent?.client_id === clientId);
  const exhausted = (whose: string, max: number) => {
    const message = `${whose} can have at most ${max} subscriptions. Unsubscribe from one first.`;
    return new SubscriptionError('exhausted', message, { limit: 'subscriptions', max });
  };
  if (own.length >= MAX_SUBSCRIPTIONS_PER_AGENT) throw exhausted('An agent key', MAX_SUBSCRIPTIONS_PER_AGENT);
  if (subscriptions.length < MAX_SUBSCRIPTIONS_PER_WORKSPACE) return;
  throw exhausted('The agents of a workspace', MAX_SUBSCRIPTIONS_PER_WORKSPACE);
}

/** Return whether the receiver of an active subscription has returned a challenge in the past 24 hours. */
export function isVerifiedAt({ agent, status }: WebhookEndpoint, nowMs: number): boolean {
  return status === 'active' && agent !== undefined && nowMs - Date.parse(agent.verified_at) < VERIFICATION_MS;
}

/** What a request to subscribe says, after its checks. `secret` is encrypted; null keeps the one of the subscription. */
export interface Subscribing {
  id: string;
  workspaceId: string;
  url: string;
  kind: string;
  agent: EndpointAgent;
  authorizedBy: EndpointAuthorization;
  secret: string | null;
}

/**
 * Subscribe an agent: a new endpoint, or an active one with its new end. A replaced secret signs for `overlapSeconds` more.
 * One that has ended begins again.
 */
export function subscribe(
  before: WebhookEndpoint | null,
  { id, workspaceId, url, kind, agent, authorizedBy, secret }: Subscribing,
  overlapSeconds: number,
  nowMs: number,
): WebhookEndpoint {
  const now = formatInstant(nowMs);
  if (before?.status === 'active') {
    const changed = { ...before, agent, authorized_by: authorizedBy, updated_at: now };
    if (secret === null) return changed;
    // Only the last one: a client that changes its secret each time must not add up signatures.
    const expires_at = formatInstant(nowMs + overlapSeconds * 1000);
    return { ...changed, secrets: [secret], retired_secrets: [{ secret: before.secrets[0]!, expires_at }] };
  }
  const created = newEndpoint({ id, workspaceId, url, events: [kind], secret: secret!, authorizedBy, createdAt: now });
  return { ...created, agent, is_verified: true };
}

/** Throw 422 for a change that only the agent can make to its subscription. A person can pause, resume and delete it. */
export function assertEditableByPerson(endpoint: WebhookEndpoint, { url, events, status }: EndpointEdit): void {
  if (!endpoint.agent) return;
  const detail = 'An agent has subscribed this endpoint. You can pause it, resume it after a pause, and delete it.';
  if (url !== undefined) throw fieldError('/url', 'agent_subscription', detail);
  if (events !== undefined) throw fieldError('/events', 'agent_subscription', detail);
  if (status === 'active' && endpoint.status === 'disabled') {
    throw fieldError(
      '/status',
      'agent_subscription',
      'This subscription has ended. Only the agent can begin it again.',
    );
  }
}

/** Throw 422 for the endpoint of an agent, whose receiver knows only the secret that the agent has chosen. */
export function assertSecretOfPerson({ agent }: WebhookEndpoint): void {
  if (agent)
    throw fieldError('/secret', 'agent_subscription', 'Only the agent can replace the secret of its subscription.');
}
