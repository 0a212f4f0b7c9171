import { LAST_POLL_DAY, type MetricsSchedule, pollDays } from '../../accounts/rules/metrics-schedule.ts';
import { DAY_MS, formatInstant, HOUR_MS } from '../../core/values/timestamps.ts';

/** The poll of day 0, where one is charged: a post has hardly any metrics before. */
const FIRST_POLL_AFTER_MS = HOUR_MS;
/** After polls without a change, a schedule leaves out 1, 3 or at most 7 of its days. */
const MAX_UNCHANGED_POLLS = 3;

/** When polls happen: the schedule of the account, the present time, and how often polls are queued on the first day. */
export interface PollTime {
  schedule: MetricsSchedule;
  nowMs: number;
  everyMinutes: number;
}

/** Return the time of the first poll of a post (ISO 8601): at once, or an hour later where its day counts as one poll. */
export function firstPollAt(publishedAt: string, schedule: MetricsSchedule): string {
  if (schedule === 'frequent') return publishedAt;
  return formatInstant(Date.parse(publishedAt) + FIRST_POLL_AFTER_MS);
}

/**
 * Compute the time of the poll after one that the platform has answered (ISO 8601); null after the last one.
 * `unchangedPolls`: how many polls in a row have changed nothing, the present one included. `days` and `daily` then
 * leave out 2^n - 1 of their next days, never their last one. `off` looks at the account every day.
 */
export function nextPollAt(publishedAt: string, time: PollTime, unchangedPolls = 0): string | null {
  const { schedule, nowMs } = time;
  if (schedule === 'frequent') return nextFrequentPollAt(publishedAt, time);
  const left = schedule === 'off' ? 0 : 2 ** Math.min(unchangedPolls, MAX_UNCHANGED_POLLS) - 1;
  return nextDayAt(publishedAt, pollDays(schedule === 'off' ? 'daily' : schedule), left, nowMs);
}

/** Compute the next of these days after publication, leaving out some, but never the last one. */
function nextDayAt(publishedAt: string, days: readonly number[], leftOut: number, nowMs: number): string | null {
  const publishedMs = Date.parse(publishedAt);
  const times = days.map((day) => publishedMs + (day === 0 ? FIRST_POLL_AFTER_MS : day * DAY_MS));
  const next = times.findIndex((timeMs) => timeMs > nowMs);
  return next < 0 ? null : formatInstant(times[Math.min(next + leftOut, times.length - 1)]!);
}

/** Compute the next poll: `everyMinutes` on the first day, hourly in the first week, daily for 90 days. */
function nextFrequentPollAt(publishedAt: string, { nowMs, everyMinutes }: Omit<PollTime, 'schedule'>): string | null {
  const ageMs = nowMs - Date.parse(publishedAt);
  if (ageMs > LAST_POLL_DAY * DAY_MS) return null;
  const pauseMs = ageMs < DAY_MS ? everyMinutes * 60_000 : ageMs < 7 * DAY_MS ? HOUR_MS : DAY_MS;
  // The time lies between two runs of the collector. Its timer is up to a minute late, and a post is polled when its
  // message leaves the queue: with a time on the minute, every slightly earlier run would miss the post.
  return formatInstant(nowMs + pauseMs - Math.min(everyMinutes * 30_000, pauseMs / 2));
}

/**
 * Compute the time of a poll that the platform has not answered: as often as `frequent` polls, whatever the schedule,
 * but not before `heldUntil`. A read that is due is late then, and not left out.
 */
export function repeatPollAt(publishedAt: string, heldUntil: string | null, time: PollTime): string | null {
  const usual = nextFrequentPollAt(publishedAt, time);
  return usual !== null && heldUntil !== null && heldUntil > usual ? heldUntil : usual;
}

/**
 * Compute the time of a poll that the budget has left out: the next day, so that a higher budget applies, or the start
 * of the next month (`resetsAtMs`) if that is earlier.
 */
export function pollAfterBudgetAt(publishedAt: string, resetsAtMs: number, nowMs: number): string | null {
  const next = nextDayAt(publishedAt, pollDays('daily'), 0, nowMs);
  return next === null ? null : formatInstant(Math.min(Date.parse(next), resetsAtMs));
}
