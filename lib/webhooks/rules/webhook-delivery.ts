import { createHash } from 'node:crypto';
import { MAX_POSTPONEMENT, RETRY_SCHEDULE_SECONDS, retryDelaySeconds } from '../../core/retry/back-off.ts';
import { isLeased } from '../../core/retry/lease.ts';
import { makeId, timeOfId } from '../../core/values/id.ts';
import { formatInstant } from '../../core/values/timestamps.ts';
import type { Event } from './event.ts';
import type { WebhookEndpoint } from './webhook-endpoint.ts';

export interface DeliveryAttempt {
  number: number;
  at: string;
  status: number | null;
  duration_ms: number;
  error_class: string | null;
  response_body: string;
  next_attempt_at: string | null;
}

export const DELIVERY_STATUSES = ['pending', 'delivered', 'exhausted', 'dropped'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** Number of attempts stored with a delivery, the most recent ones. Each has up to 4 KiB of the response. */
export const MAX_STORED_ATTEMPTS = 50;

/**
 * The delivery of an event to an endpoint, stored with the result of its first attempt, or when that is dropped,
 * postponed or moved to the slow lane.
 */
export interface Delivery {
  id: string;
  workspace_id: string;
  endpoint_id: string;
  event_id: string;
  event_type: string;
  event_workspace_id?: string; // The workspace of the event, of a delivery to an endpoint of the stage. Absent: `workspace_id`.
  status: DeliveryStatus;
  attempts: DeliveryAttempt[]; // The most recent attempts, oldest first.
  attempts_before_replay?: number; // Number of attempts before the last replay. Absent if it was never replayed.
  /** Until when the next attempt belongs to the slow lane. */
  lease_expires_at: string | null;
  /** Identifies the message that has the lease. */
  lease_id?: string;
  next_attempt_at: string | null;
  /** Time since which the attempt waits for the request limit of its receiver. Null or absent if it does not. */
  deferred_since?: string | null;
  created_at: string;
  version: number;
}

export const DELIVERY_DEADLINE_SECONDS = 15;
/** The longest time from the first to the last attempt of a series, in seconds. */
export const MAX_SERIES_SECONDS =
  MAX_POSTPONEMENT * RETRY_SCHEDULE_SECONDS.reduce<number>((sum, delay) => sum + delay, 0);

/** Return the id of the delivery of an event to an endpoint: it is derived from both, so there is one. */
export function deliveryIdOf(eventId: string, endpointId: string): string {
  return makeId('delivery', timeOfId(eventId), createHash('sha256').update(`${eventId}\n${endpointId}`).digest());
}

/** The endpoint that a delivery is for. */
type EndpointRef = { workspace_id: string; id: string };

/** Create the delivery of an event before its first attempt, which is due now. */
export function newDelivery(
  event: Omit<Event, 'data'>,
  endpoint: EndpointRef,
  nowMs: number,
  id = deliveryIdOf(event.id, endpoint.id),
): Delivery {
  return {
    id,
    workspace_id: endpoint.workspace_id,
    ...foreignWorkspace(event, endpoint),
    endpoint_id: endpoint.id,
    event_id: event.id,
    event_type: event.type,
    status: 'pending',
    attempts: [],
    lease_expires_at: null,
    next_attempt_at: formatInstant(nowMs),
    created_at: event.timestamp,
    version: 0,
  };
}

/** Return the workspace of an event as its delivery stores it: where that of the endpoint is another one. */
export function foreignWorkspace(
  event: { workspace_id: string },
  endpoint: EndpointRef,
): { event_workspace_id?: string } {
  return event.workspace_id === endpoint.workspace_id ? {} : { event_workspace_id: event.workspace_id };
}

/** What a delivery and its messages have in common. */
export type WorkspaceRef = { workspace_id: string; event_workspace_id?: string | undefined };

/** Return the id of the workspace that has the event of a delivery. */
export function eventWorkspaceOf({ event_workspace_id, workspace_id }: WorkspaceRef): string {
  return event_workspace_id ?? workspace_id;
}

/**
 * Return what the deliveries of one workspace share: the group of their messages, and their part of the requests to a
 * receiver. Those to endpoints of the stage have their own for each workspace, so that none delays another.
 */
export function deliveryGroupOf({ event_workspace_id, workspace_id }: WorkspaceRef): string {
  return event_workspace_id === undefined ? workspace_id : `${workspace_id}/${event_workspace_id}`;
}

/** Return the number of attempts made, stored or not. Attempts are numbered from 1. */
export function attemptCount(delivery: Delivery): number {
  return delivery.attempts.at(-1)?.number ?? 0;
}

/** The next action for a delivery, decided for each message. */
export type DeliveryAction =
  | { action: 'attempt'; number: number }
  | { action: 'wait'; untilMs: number }
  | { action: 'drop' }
  | { action: 'nothing' };

/** The attempt that a message refers to. */
export type AttemptRef = { attempt?: number | undefined; lease_id?: string | undefined };

/**
 * Decide the next action for a delivery. Messages may be duplicated, late or early, so only the record counts.
 * Outdated messages do nothing. While a lease runs, only the message that carries it continues the attempt.
 */
export function decideDeliveryAction(
  delivery: Delivery,
  endpoint: WebhookEndpoint | null,
  about: AttemptRef,
  nowMs: number,
): DeliveryAction {
  if (delivery.status !== 'pending') return { action: 'nothing' };
  const number = attemptCount(delivery) + 1;
  if (about.attempt !== undefined && about.attempt !== number) return { action: 'nothing' };
  const { lease_id, lease_expires_at } = delivery;
  const hasLease = lease_id !== undefined && about.lease_id === lease_id;
  if (isLeased(lease_expires_at, nowMs) && !hasLease) return { action: 'nothing' };
  if (endpoint?.status !== 'active') return { action: 'drop' };
  if (lease_expires_at !== null) return { action: 'attempt', number };
  const dueMs = Date.parse(delivery.next_attempt_at ?? delivery.created_at);
  return nowMs < dueMs ? { action: 'wait', untilMs: dueMs } : { action: 'attempt', number };
}

/** The result of one request to a receiver. */
export interface AttemptResult {
  ok: boolean;
  status: number | null;
  durationMs: number;
  responseBody: string;
  errorClass: string | null;
  retryAfterSeconds: number | null;
}

/**
 * Record an attempt: the delivery is then delivered, pending or exhausted. `maxAttempts` limits the series of an
 * endpoint that is not verified.
 */
export function recordAttempt(
  delivery: Delivery,
  result: AttemptResult,
  startedMs: number,
  nowMs: number,
  random: number,
  maxAttempts: number = RETRY_SCHEDULE_SECONDS.length,
): Delivery {
  const number = attemptCount(delivery) + 1;
  const seriesNumber = number - (delivery.attempts_before_replay ?? 0);
  const isLast = result.ok || result.status === 410 || seriesNumber >= maxAttempts;
  const wait = isLast ? null : retryDelaySeconds(seriesNumber, random, result.retryAfterSeconds);
  const next = wait === null ? null : formatInstant(nowMs + wait * 1000);
  const attempt: DeliveryAttempt = {
    number,
    at: formatInstant(startedMs),
    status: result.status,
    duration_ms: result.durationMs,
    error_class: result.errorClass,
    response_body: result.responseBody,
    next_attempt_at: next,
  };
  return {
    ...delivery,
    attempts: [...delivery.attempts, attempt].slice(-MAX_STORED_ATTEMPTS),
    status: result.ok ? 'delivered' : next === null ? 'exhausted' : 'pending',
    next_attempt_at: next,
    lease_expires_at: null,
    ...(delivery.deferred_since ? { deferred_since: null } : {}),
  };
}
