import { formatInstant } from '../timestamps.ts';
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

/** How many attempts a delivery remembers, the newest. Each holds up to 4 KiB of an answer. */
export const MAX_STORED_ATTEMPTS = 50;

/**
 * One event on its way to one endpoint. `attempt_started` is the number of the attempt a worker has begun,
 * so that a duplicate message does not begin it again; its lease lets another worker take over from one
 * that died.
 */
export interface Delivery {
  id: string;
  workspace_id: string;
  endpoint_id: string;
  event_id: string;
  event_type: string;
  status: DeliveryStatus;
  /** The newest ones, oldest first. */
  attempts: DeliveryAttempt[];
  /** How many attempts were made before it was put back the last time. Absent: it never was. */
  attempts_before_replay?: number;
  attempt_started: number;
  lease_expires_at: string | null;
  /**
   * Whose lease it is or was. Without it two workers of one millisecond would write the same record, and
   * the loser could take the winner's for its own.
   */
  lease_id?: string;
  next_attempt_at: string | null;
  created_at: string;
  version: number;
}

export const DELIVERY_DEADLINE_SECONDS = 15;

/** Longer than a worker can run one attempt, so that a lease never ends under a living worker. */
export const DELIVERY_LEASE_SECONDS = 60;

/** How long an attempt may wait for a worker of the slow lane before somebody looks where it is. */
export const SLOW_LANE_LEASE_SECONDS = 300;

/** Waits before each attempt, in seconds since the one before. Contract, section 7. */
export const RETRY_SCHEDULE_SECONDS = [
  0, 5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400,
] as const;

const JITTER = 0.1;

/** How many attempts of a delivery were made, remembered or not. They are numbered from 1. */
export function attemptCount(delivery: Delivery): number {
  return delivery.attempts.at(-1)?.number ?? 0;
}

/**
 * Seconds to wait after the failed attempt `number` of a series (1 is the first), or null when it was the last.
 * `chance` in [0, 1) spreads the wait by ±10 %. A `Retry-After` is honoured within [planned, 2 × planned],
 * so that no receiver can push its next attempt into next year. Contract, section 7.
 */
export function retryDelaySeconds(
  number: number,
  chance: number,
  retryAfterSeconds: number | null,
): number | null {
  const planned = RETRY_SCHEDULE_SECONDS[number];
  if (planned === undefined) return null;
  const jittered = planned * (1 - JITTER + 2 * JITTER * chance);
  return Math.max(jittered, Math.min(retryAfterSeconds ?? 0, 2 * planned));
}

/** What to do with a delivery when a message about its attempt arrives. */
export type DeliveryAction =
  | { action: 'attempt'; number: number }
  | { action: 'wait'; untilMs: number }
  | { action: 'drop' }
  | { action: 'nothing' };

/** What a message says of the attempt it is about. */
export interface AttemptRef {
  attempt?: number | undefined;
  lease_id?: string | undefined;
}

/**
 * Looks at a delivery, its endpoint and the clock. Messages may come twice, late, early or out of order:
 * only the record says what is due. A message about another attempt than the next is out of date. Only the
 * message that brings the lease of the attempt may take it up while the lease runs.
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
  const isBegun = delivery.attempt_started >= number && lease_expires_at !== null;
  const isHandedOver = lease_id !== undefined && about.lease_id === lease_id;
  if (isBegun && !isHandedOver && nowMs < Date.parse(lease_expires_at)) return { action: 'nothing' };
  if (endpoint?.status !== 'active') return { action: 'drop' };
  if (isBegun) return { action: 'attempt', number };
  const dueMs = Date.parse(delivery.next_attempt_at ?? delivery.created_at);
  return nowMs < dueMs ? { action: 'wait', untilMs: dueMs } : { action: 'attempt', number };
}

/** What came of one call to a receiver. */
export interface AttemptResult {
  ok: boolean;
  status: number | null;
  durationMs: number;
  responseBody: string;
  errorClass: string | null;
  retryAfterSeconds: number | null;
}

/** The delivery with its attempt recorded: delivered, to be tried again, or exhausted. */
export function recordAttempt(
  delivery: Delivery,
  result: AttemptResult,
  startedMs: number,
  nowMs: number,
  chance: number,
): Delivery {
  const number = attemptCount(delivery) + 1;
  const place = number - (delivery.attempts_before_replay ?? 0);
  const wait =
    result.ok || result.status === 410 ? null : retryDelaySeconds(place, chance, result.retryAfterSeconds);
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
  };
}
