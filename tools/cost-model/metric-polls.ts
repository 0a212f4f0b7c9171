import { firstPollAt, nextPollAt, type PollTime } from '../../lib/analytics/rules/poll-schedule.ts';
import { DAY_MS, HOUR_MS } from '../../lib/core/values/timestamps.ts';
import { ASSUMPTIONS } from './prices.ts';

/** Longer than a post is polled. From then on each day has the same number of polls. */
const WARM_UP_DAYS = 100;
const COUNTED_DAYS = 100;

/** How posts are polled: how often polls are queued, and the schedule of their account. */
export type PollRhythm = Omit<PollTime, 'nowMs'>;

/** Whether the metrics of a post have changed in a time after its publication (milliseconds). */
type HasChanged = (fromMs: number, toMs: number) => boolean;

/** Count the metric polls of a post over its life, by the product's own rule, if each of them changes a metric. */
export function mostPollsPer(rhythm: PollRhythm): number {
  return pollTimes(0, rhythm, () => true).length;
}

/** Count those of a post whose metrics never change after the first poll. */
export function leastPollsPer(rhythm: PollRhythm): number {
  return pollTimes(0, rhythm, () => false).length;
}

/** The polls of one post over its life, and how many requests to the platform they take. */
export interface PostPolls {
  polls: number;
  requests: number;
}

/**
 * Count the metric polls of the posts of an account that publishes evenly, per post, by the product's own rule. The
 * metrics of a post change `metricChanges` times, at random, ever more rarely. Posts that are due in the same run share
 * requests of at most `perRequest`.
 */
export function pollsPerPost(postsPerMonth: number, rhythm: PollRhythm, perRequest: number): PostPolls {
  const everyMs = (ASSUMPTIONS.monthDays * DAY_MS) / postsPerMonth;
  const [fromMs, toMs] = [WARM_UP_DAYS * DAY_MS, (WARM_UP_DAYS + COUNTED_DAYS) * DAY_MS];
  const random = createRandom();
  const times: number[] = [];
  for (let publishedMs = 0; publishedMs < toMs; publishedMs += everyMs) {
    times.push(...pollTimes(publishedMs, rhythm, randomChanges(random)));
  }
  const counted = times.filter((timeMs) => timeMs >= fromMs && timeMs < toMs);
  const runs = Map.groupBy(counted, (timeMs) => timeMs);
  const requests = [...runs.values()].reduce((sum, due) => sum + Math.ceil(due.length / perRequest), 0);
  const posts = (toMs - fromMs) / everyMs;
  return { polls: counted.length / posts, requests: requests / posts };
}

/** List the times of the polls of a post (milliseconds). The poller runs at fixed times. */
function pollTimes(publishedMs: number, rhythm: PollRhythm, hasChanged: HasChanged): number[] {
  const startMs = Date.UTC(2026, 0, 1);
  const pauseMs = rhythm.everyMinutes * 60_000;
  const published_at = new Date(startMs + publishedMs).toISOString();
  const post = { published_at, account_id: 'acc_01K00000000000000000000000' };
  const times: number[] = [];
  let [unchanged, lastMs] = [0, Number.NEGATIVE_INFINITY];
  for (let due: string | null = firstPollAt(published_at, rhythm.schedule); due !== null; ) {
    const timeMs = Math.ceil((Date.parse(due) - startMs) / pauseMs) * pauseMs;
    const ageMs = timeMs - publishedMs;
    unchanged = times.length === 0 || hasChanged(lastMs, ageMs) ? 0 : unchanged + 1;
    times.push(timeMs);
    lastMs = ageMs;
    due = nextPollAt(post, { ...rhythm, nowMs: startMs + timeMs }, unchanged);
  }
  return times;
}

/** Draw the changes of a post: half of them come within the half-life, half of the others within another one. */
function randomChanges(random: () => number): HasChanged {
  const halfLifeMs = ASSUMPTIONS.metricHalfLifeHours * HOUR_MS;
  const changes = Array.from({ length: ASSUMPTIONS.metricChanges }, () => -halfLifeMs * Math.log2(1 - random()));
  return (fromMs, toMs) => changes.some((changeMs) => changeMs > fromMs && changeMs <= toMs);
}

/** Create a generator of the same numbers from 0 to 1 each time (a linear congruential generator). */
function createRandom(): () => number {
  let state = 1;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
