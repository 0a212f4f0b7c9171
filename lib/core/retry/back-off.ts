import { DAY_MS, formatInstant, HOUR_MS } from '../values/timestamps.ts';

/** How often an operation is attempted, and the maximum pause after the nth failure. The actual pause is random. */
export interface RetryPolicy {
  maxAttempts: number;
  maxPauseMs: (failures: number) => number;
}

/** The retry policies within an invocation: of every operation that may lose a race or be throttled. */
export const RETRY_POLICIES = {
  // Two seconds on average: twenty concurrent changes of one item all succeed. The first retry is immediate, because
  // most conflicts have two parties; a crowd that retries in step would conflict again.
  request: { maxAttempts: 12, maxPauseMs: (failures) => (failures > 1 ? exponential(failures, 10, 500) : 0) },
  // Five seconds on average. A transaction that meets another one at an item, or a throttle, is cancelled.
  transaction: { maxAttempts: 25, maxPauseMs: (failures) => exponential(failures, 20, 500) },
  // Until the invocation ends: a live post whose id is not recorded is unconfirmed, and a person may have to find it.
  sentPost: { maxAttempts: Number.POSITIVE_INFINITY, maxPauseMs: (failures) => exponential(failures, 20, 500) },
  // Until the invocation ends: a repetition of the step would write the other terms again.
  searchIndex: { maxAttempts: Number.POSITIVE_INFINITY, maxPauseMs: (failures) => exponential(failures, 50, 1000) },
  // Eight seconds at most. The table returns what its capacity allows, and the rest later.
  unprocessedKeys: { maxAttempts: 9, maxPauseMs: (failures) => exponential(failures, 50, 1000) },
  // Half a second on average. SQS takes some messages of a batch, and the rest later.
  rejectedMessages: { maxAttempts: 5, maxPauseMs: (failures) => exponential(failures, 50, 500) },
  // A quarter of a second on average. `fetch` retries nothing itself.
  bucketRequest: { maxAttempts: 3, maxPauseMs: (failures) => exponential(failures, 100, 1000) },
  // Two seconds on average, after the retries of the SDK. A new single-use token exists only in the worker's memory.
  refreshedToken: { maxAttempts: 20, maxPauseMs: (failures) => 20 * failures },
  scheduleEntry: { maxAttempts: 20, maxPauseMs: (failures) => 20 * failures },
  // The results of the attempts of a batch meet at their endpoint.
  endpoint: { maxAttempts: 15, maxPauseMs: (failures) => exponential(failures, 5, 200) },
  auditLog: { maxAttempts: 30, maxPauseMs: (failures) => exponential(failures, 5, 300) },
  termCounts: { maxAttempts: 8, maxPauseMs: (failures) => 50 * failures },
  // Engagements that another worker has added leave the batch, so a retry needs no pause.
  engagements: { maxAttempts: 5, maxPauseMs: () => 0 },
} as const satisfies Record<string, RetryPolicy>;

/** Return a maximum pause that doubles with each failure, up to `maxMs`. */
function exponential(failures: number, baseMs: number, maxMs: number): number {
  return Math.min(baseMs * 2 ** failures, maxMs);
}

/** Delays after an attempt to publish that was certainly not sent, in seconds; the last one repeats. */
const PUBLISH_DELAYS_SECONDS = [15, 60, 300, 900, 1800] as const;
/** Delay of the attempt that continues an unfinished preparation. */
const CONTINUE_SECONDS = 5;

/**
 * Compute the time of the attempt after one that was certainly not sent, in epoch milliseconds; null when it would be
 * beyond `latestMs`. It waits for the end of a rate limit (`retryAfterSeconds`; null: unknown), and at least for the
 * delay of its number. If both together are too late, the earlier of the two counts: a platform may accept the post
 * before the end it has stated, and the delay is only a precaution.
 */
export function nextAttemptMs(
  attempts: number,
  retryAfterSeconds: number | null,
  nowMs: number,
  latestMs: number,
): number | null {
  const delay = PUBLISH_DELAYS_SECONDS[Math.min(Math.max(attempts, 1), PUBLISH_DELAYS_SECONDS.length) - 1]!;
  const waits = [delay, retryAfterSeconds ?? delay];
  const times = [Math.max(...waits), Math.min(...waits)].map((seconds) => nowMs + seconds * 1000);
  return times.find((timeMs) => timeMs <= latestMs) ?? null;
}

/**
 * Compute the time of the attempt that continues an unfinished preparation, in epoch milliseconds: in five seconds, or after
 * `afterSeconds`, but early enough before `latestMs` for another one. Null when not even five seconds are left.
 */
export function continuationMs(nowMs: number, latestMs: number, afterSeconds = CONTINUE_SECONDS): number | null {
  const lastMs = latestMs - CONTINUE_SECONDS * 1000;
  if (nowMs > lastMs) return null;
  // The last attempt begins at the latest at `latestMs`.
  return Math.min(nowMs + afterSeconds * 1000, Math.max(lastMs, nowMs + CONTINUE_SECONDS * 1000));
}

/** Delays of the checks for an unconfirmed post, in seconds. Half an hour covers a platform outage. */
export const RECONCILE_DELAYS_SECONDS = [5, 60, 300, 1800];

/**
 * Delays of the checks where a post may be sent again: doubled after each, up to the first limit for a number of
 * checks, then up to the second one, until the lateness limit. After an outage of ten minutes, half a minute decides; a
 * longer one must not cost a check of every post each half minute.
 */
const REPEAT_LIMITS = { firstDelaySeconds: 30, firstChecks: 20, delaySeconds: 1800 };

/** Return the delay of the next check of a post that may be sent again, in seconds. */
export function repeatDelaySeconds(checks: number): number {
  const { firstDelaySeconds, firstChecks, delaySeconds } = REPEAT_LIMITS;
  const first = Math.min(RECONCILE_DELAYS_SECONDS[0]! * 2 ** checks, firstDelaySeconds);
  return Math.min(first * 2 ** Math.max(0, checks - firstChecks), delaySeconds);
}

/** Delays before each attempt of a delivery, in seconds after the previous one. See docs/reference/webhooks.md. */
export const RETRY_SCHEDULE_SECONDS = [0, 5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400] as const;
/** Attempts of a delivery to an endpoint that has never responded with success: 0, 5 s and 5 minutes. */
export const UNVERIFIED_ATTEMPTS = 3;
const JITTER = 0.1;
/** `Retry-After` postpones an attempt up to this multiple of its delay. */
export const MAX_POSTPONEMENT = 2;

/**
 * Return the delay after failed attempt `number` of a series (from 1), or null after the last. See
 * docs/reference/webhooks.md. `random` in [0, 1) adds ±10 % jitter. `Retry-After` counts up to twice the delay, so no
 * receiver postpones forever.
 */
export function retryDelaySeconds(number: number, random: number, retryAfterSeconds: number | null): number | null {
  const planned = RETRY_SCHEDULE_SECONDS[number];
  if (planned === undefined) return null;
  const jittered = planned * (1 - JITTER + 2 * JITTER * random);
  return Math.max(jittered, Math.min(retryAfterSeconds ?? 0, MAX_POSTPONEMENT * planned));
}

/** Delay after a refresh of an access token that certainly failed. */
export const REFRESH_RETRY_SECONDS = 300;

/** Pauses of the metric polls of an account after an error that is not retried within an hour: no credits, no permission. */
const POLL_PAUSE_MS: Record<string, number> = { credits_depleted: HOUR_MS, forbidden: HOUR_MS };
/** The pause after a rate limit without an end. */
const POLL_LIMIT_PAUSE_MS = 15 * 60_000;
const MIN_POLL_PAUSE_MS = 60_000;

/**
 * Compute until when an account's posts are not polled after a rejected poll; null for the usual interval.
 * The delay that the platform requests, between a minute and a day; 15 minutes for a rate limit without one.
 */
export function pollBackoffUntil(
  rejection: { code: string; category: string; retryAfterSeconds: number | null },
  nowMs: number,
): string | null {
  const { code, category, retryAfterSeconds } = rejection;
  const requestedMs = retryAfterSeconds === null ? null : retryAfterSeconds * 1000;
  const pauseMs = requestedMs ?? POLL_PAUSE_MS[code] ?? (category === 'rate_limit' ? POLL_LIMIT_PAUSE_MS : null);
  if (pauseMs === null) return null;
  return formatInstant(nowMs + Math.min(Math.max(pauseMs, MIN_POLL_PAUSE_MS), DAY_MS));
}

/**
 * How long a stream record is retried before it is a dead letter. One failure does not show that a record fails
 * permanently, and its shard waits until then. A conflict ends within seconds, unless the condition of a write can never
 * be met.
 */
export const STREAM_RETRY_SECONDS = { error: 10, conflict: 900 } as const;

/** Inspections of a file that ended the process, and failed downloads, after which it is rejected. */
export const MAX_MEDIA_ATTEMPTS = 5;

/** Return the delay after failed inspection `number` of a file (from 1), in seconds. Ten attempts outlast three hours. */
export function inspectionDelaySeconds(number: number): number {
  return Math.min(30 * 4 ** (number - 1), 1_800);
}

/** How often a file that may not be inspected yet is sent again: Lambda stops a longer chain of messages. */
export const MAX_INSPECTION_DEFERRALS = 10;

/** Return the delay of a file that may not be inspected yet, after `deferrals` earlier ones. `random`: from 0 to 1. */
export function deferralSeconds(deferrals: number, random: number): number {
  return Math.ceil(Math.min(4 * 2 ** deferrals, 300) * (0.5 + random / 2));
}

/** Return the delay after failed delivery `number` of a step (from 1), in seconds. Twenty outlast three hours. */
export function stepRetrySeconds(number: number): number {
  return Math.min(2 ** number, 900);
}

/** How often SQS delivers a message before it is a dead letter. */
export const MAX_RECEIVES = {
  default: 5,
  // A first attempt has no record that the sweep could find, so its message outlasts an outage of an hour.
  fastDelivery: 60,
  email: 240,
  // A file is rejected after five attempts, or at the latest with this one.
  media: 10,
  step: 20,
} as const;
