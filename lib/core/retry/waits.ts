/** The longest delay of a queue message. SQS supports no longer one. */
const MAX_MESSAGE_DELAY_MS = 900_000;

/** How long before its post a schedule fires: EventBridge Scheduler is precise to the minute. */
export const SCHEDULE_LEAD_MS = 60_000;
// For a shorter wait, the start of the schedule could already be in the past.
const MIN_SCHEDULE_WAIT_MS = 2 * SCHEDULE_LEAD_MS;

const HOUR_MS = 3_600_000;
/** Posts within this time get a schedule at once; the others when the planner reaches them. */
export const SCHEDULE_HORIZON_MS = 48 * HOUR_MS;
/**
 * How far ahead the planner creates schedules. It is less than `SCHEDULE_HORIZON_MS`: a post is within this time only
 * two hours after it was within the other one for a change made then, so no change falls between the two, however late
 * the index is.
 */
export const PLANNING_HORIZON_MS = 46 * HOUR_MS;

/** How early a message may arrive and still wait in its function: the clocks of SQS and Lambda differ slightly. */
const MAX_EARLY_MS = 1_000;

/** How late an item is when it counts as missed. Messages and schedules have this time. */
export const MISSED_AFTER_MS = 15_000;

/**
 * Return how far the sweep looks ahead when it runs every `everyMinutes`. EventBridge Scheduler is precise to the minute,
 * so two runs are less than a minute more apart.
 */
export function lookAheadMs(everyMinutes: number): number {
  return (everyMinutes + 1) * 60_000;
}

/**
 * How long after its due time the sweep's message for an item arrives. By then the item's own message has started it, so
 * the two do not compete for the same record, and a post without a schedule is still published within seconds.
 */
export const SWEEP_MESSAGE_LAG_MS = 3_000;

/**
 * Return whether one message can wait until `dueMs`. Longer waits have no message, because a chain of messages ends
 * after 16 invocations (AWS Lambda developer guide, "Use Lambda recursive loop detection"): the sweep sends the message
 * shortly before the due time.
 */
export function fitsMessageDelay(dueMs: number, nowMs: number): boolean {
  return dueMs - nowMs <= MAX_MESSAGE_DELAY_MS;
}

/**
 * Return what starts the next attempt at a pending post: a delayed message, a schedule that fires before it, or the
 * planner, which creates the schedule later.
 */
export function attemptTrigger(dueMs: number, nowMs: number): 'message' | 'schedule' | 'planner' {
  const waitMs = dueMs - nowMs;
  if (waitMs < MIN_SCHEDULE_WAIT_MS) return 'message';
  return waitMs <= SCHEDULE_HORIZON_MS ? 'schedule' : 'planner';
}

/**
 * Return how long a function waits for an item whose message has arrived before its due time, in milliseconds; null
 * when the message is obsolete. A message that is earlier than clocks differ is from an earlier due time of the item,
 * and the change to the current one has its own message or schedule.
 */
export function earlyWaitMs(dueMs: number, nowMs: number): number | null {
  const waitMs = dueMs - nowMs;
  return waitMs <= MAX_EARLY_MS ? Math.max(0, waitMs) : null;
}

/** The due times that a run of the sweep handles, as ISO 8601. */
export interface SweepPeriods {
  /** Items that were due before were missed: their schedule or message was lost, or their function failed. */
  missedBefore: string;
  /** Items due from this time until `aheadUntil` get a message for their time; they count as missed only later. */
  aheadFrom: string;
  aheadUntil: string;
}

/**
 * Return the due times that a run of the sweep handles, which runs every `everyMinutes`. Items due in the last seconds
 * still have their message.
 */
export function sweepPeriods(nowMs: number, everyMinutes: number): SweepPeriods {
  const at = (offsetMs: number) => new Date(nowMs + offsetMs).toISOString();
  return { missedBefore: at(-MISSED_AFTER_MS), aheadFrom: at(0), aheadUntil: at(lookAheadMs(everyMinutes)) };
}
