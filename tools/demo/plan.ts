import { DAY_MS, HOUR_MS } from '../../lib/core/values/timestamps.ts';

/** The days of the week are numbered as by `Date`: Sunday is 0. Hours are in UTC. */
interface WeeklyTime {
  weekday: number;
  hour: number;
}

const NEWS: WeeklyTime = { weekday: 2, hour: 8 };
const RECIPES: WeeklyTime = { weekday: 4, hour: 16 };
const WEEKEND: WeeklyTime = { weekday: 6, hour: 10 };
/** The hour of the posts of the last week, and on which of its days they are published. */
const LAUNCH_HOUR = 16;
const LAUNCH_DAYS = [0, 3, 5];

const ORDINARY_WEEKS = 7;
/** Fewer times than weeks: two posts at one time are created faster than at two. */
const WEEKS_BETWEEN = 2;
const WEEK_MS = 7 * DAY_MS;
/** Nothing is due while the service starts. */
const START_MS = 30 * 60_000;

/** The times at which the demo publishes posts, in epoch milliseconds, in order. */
export interface DemoPlan {
  /** One in every second of seven ordinary weeks, then three in the last week. */
  published: number[];
  /** Six in the coming two weeks. */
  scheduled: number[];
}

/** Plan the posts around a time: the eight weeks before it and the two weeks after it. */
export function planPosts(nowMs: number): DemoPlan {
  const ordinaryUntilMs = nowMs - START_MS - WEEK_MS;
  // Less than a week back: the posts are in the seven days of the trends, also an hour after the start.
  const launchMs = nowMs - WEEK_MS + HOUR_MS;
  const ordinary = Array.from({ length: Math.ceil(ORDINARY_WEEKS / WEEKS_BETWEEN) }, (_, index) => {
    const fromMs = ordinaryUntilMs - (ORDINARY_WEEKS - index * WEEKS_BETWEEN) * WEEK_MS;
    return timesBetween(fromMs, fromMs + WEEK_MS, [index % 2 === 0 ? NEWS : RECIPES]);
  });
  const everyDay = Array.from({ length: 7 }, (_, weekday) => ({ weekday, hour: LAUNCH_HOUR }));
  const launch = timesBetween(launchMs, nowMs - START_MS, everyDay).filter((_, day) => LAUNCH_DAYS.includes(day));
  const comingMs = nowMs + START_MS;
  return {
    published: [...ordinary.flat(), ...launch],
    scheduled: timesBetween(comingMs, comingMs + 2 * WEEK_MS, [NEWS, RECIPES, WEEKEND]),
  };
}

/** List the weekly times from `fromMs` until before `toMs`. */
function timesBetween(fromMs: number, toMs: number, weekly: WeeklyTime[]): number[] {
  const times: number[] = [];
  for (let ms = Math.ceil(fromMs / HOUR_MS) * HOUR_MS; ms < toMs; ms += HOUR_MS) {
    const time = new Date(ms);
    const isOne = ({ weekday, hour }: WeeklyTime) => weekday === time.getUTCDay() && hour === time.getUTCHours();
    if (weekly.some(isOne)) times.push(ms);
  }
  return times;
}
