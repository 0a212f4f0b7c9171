import { LAST_POLL_DAY, type MetricsSchedule, pollDays } from '../../accounts/rules/metrics-schedule.ts';
import { sha256 } from '../../core/crypto/sha256.ts';
import { DAY_MS, formatInstant, HOUR_MS } from '../../core/values/timestamps.ts';

/** The poll of day 0, where one is charged: a post has hardly any metrics before. */
const FIRST_POLL_AFTER_MS = HOUR_MS;
/** How long `frequent` polls a post in each run, and then each hour. */
const EACH_RUN_MS = 6 * HOUR_MS;
const HOURLY_MS = 7 * DAY_MS;
/** After polls that changed nothing, a pause is 2, 4 or at most 8 times as long. */
const MAX_UNCHANGED_POLLS = 3;
/** A last poll without an answer is repeated for a day. */
const REPEATED_MS = (LAST_POLL_DAY + 1) * DAY_MS;

/** When polls happen. */
export interface PollTime {
  /** The schedule of the account. */
  schedule: MetricsSchedule;
  nowMs: number;
  /** How often due polls are queued. */
  everyMinutes: number;
  /** The longest pause of `frequent`, where a poll reads more than the metrics of the post. By default eight days. */
  longestPauseMs?: number;
}

/** A post that is polled with the others of its account. */
export interface PolledPost {
  published_at: string;
  account_id: string | null;
}

/** Return the time of the first poll of a post (ISO 8601): at once, or an hour later where its day counts as one poll. */
export function firstPollAt(publishedAt: string, schedule: MetricsSchedule): string {
  if (schedule === 'frequent') return publishedAt;
  return formatInstant(Date.parse(publishedAt) + FIRST_POLL_AFTER_MS);
}

/**
 * Compute the time of the poll after one that the platform has answered (ISO 8601); null after the last one.
 * `unchangedPolls`: how many polls in a row have changed nothing, the present one included. The pause is then 2^n times
 * as long, at most eight times, and ends with the last poll of the schedule: `days` and `daily` leave out 2^n - 1 of
 * their next days. `off` looks at the account every day.
 */
export function nextPollAt(post: PolledPost, time: PollTime, unchangedPolls = 0): string | null {
  const { schedule, nowMs } = time;
  const factor = 2 ** Math.min(unchangedPolls, MAX_UNCHANGED_POLLS);
  if (schedule === 'frequent') return nextFrequentPollAt(post, time, factor);
  const left = schedule === 'off' ? 0 : factor - 1;
  return nextDayAt(post.published_at, pollDays(schedule === 'off' ? 'daily' : schedule), left, nowMs);
}

/** Compute the next of these days after publication, leaving out some, but never the last one. */
function nextDayAt(publishedAt: string, days: readonly number[], leftOut: number, nowMs: number): string | null {
  const publishedMs = Date.parse(publishedAt);
  const times = days.map((day) => publishedMs + (day === 0 ? FIRST_POLL_AFTER_MS : day * DAY_MS));
  const next = times.findIndex((timeMs) => timeMs > nowMs);
  return next < 0 ? null : formatInstant(times[Math.min(next + leftOut, times.length - 1)]!);
}

/** Compute the next poll of `frequent`, after `factor` times the usual pause; null after day 90. */
function nextFrequentPollAt(post: PolledPost, time: PollTime, factor: number): string | null {
  const lastMs = Date.parse(post.published_at) + LAST_POLL_DAY * DAY_MS;
  return time.nowMs >= lastMs ? null : formatInstant(Math.min(afterPauseMs(post, time, factor), lastMs));
}

/** Compute the time after `factor` times the usual pause: that of the runs for six hours, an hour for a week, a day. */
function afterPauseMs(post: PolledPost, { nowMs, everyMinutes, longestPauseMs = Infinity }: PollTime, factor: number) {
  const ageMs = nowMs - Date.parse(post.published_at);
  const runMs = everyMinutes * 60_000;
  const usualMs = ageMs < EACH_RUN_MS ? runMs : ageMs < HOURLY_MS ? HOUR_MS : DAY_MS;
  const pauseMs = Math.max(usualMs, Math.min(factor * usualMs, longestPauseMs));
  if (usualMs !== runMs) return turnNearest(post.account_id, nowMs + pauseMs, usualMs);
  // The time lies between two runs of the collector. Its timer is up to a minute late, and a post is polled when its
  // message leaves the queue: with a time on the minute, every slightly earlier run would miss the post.
  return nowMs + pauseMs - runMs / 2;
}

/**
 * Return the turn of an account that is nearest to a time. All its posts have the same turns, once in `intervalMs`, so that
 * they share a request to the platform. The turns of different accounts are spread over the interval.
 */
function turnNearest(accountId: string | null, timeMs: number, intervalMs: number): number {
  const offsetMs = Number.parseInt(sha256(accountId ?? '').slice(0, 8), 16) % intervalMs;
  return offsetMs + Math.round((timeMs - offsetMs) / intervalMs) * intervalMs;
}

/**
 * Compute the time of a poll that the platform has not answered: as often as `frequent` polls, whatever the schedule,
 * but not before `heldUntil`. A read that is due is late then, and not left out. Null after day 91.
 */
export function repeatPollAt(post: PolledPost, heldUntil: string | null, time: PollTime): string | null {
  if (time.nowMs >= Date.parse(post.published_at) + REPEATED_MS) return null;
  const usual = formatInstant(afterPauseMs(post, time, 1));
  return heldUntil !== null && heldUntil > usual ? heldUntil : usual;
}

/**
 * Compute the time of a poll that the budget has left out: the next day, so that a higher budget applies, or the start
 * of the next month (`resetsAtMs`) if that is earlier.
 */
export function pollAfterBudgetAt(publishedAt: string, resetsAtMs: number, nowMs: number): string | null {
  const next = nextDayAt(publishedAt, pollDays('daily'), 0, nowMs);
  return next === null ? null : formatInstant(Math.min(Date.parse(next), resetsAtMs));
}
