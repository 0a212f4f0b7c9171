import { round4 } from '../rounding.ts';
import { DAY_MS } from '../timestamps.ts';
import { engagementRate, isRated, median } from './engagement-rate.ts';
import type { PostMetrics } from './post-metrics.ts';

/** Posts older than this say little about today's readers. */
const MAX_AGE_DAYS = 180;
/** A post younger than this has not found its readers yet: its rate is still moving. */
export const MIN_AGE_DAYS = 1;
/** Posts that are looked at, the newest first. */
export const MAX_POSTS = 500;
/** Fewer posts than this, and no time is called better than another. */
export const MIN_POSTS = 20;
/** Fewer posts than this at one time, and that time is not recommended. */
export const MIN_POSTS_PER_HOUR = 3;
/** How many posts at the overall rate every time is credited with: what few posts say weighs little beside. */
export const PRIOR_POSTS = 5;

export const WEEKDAYS = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
] as const;

export type Weekday = (typeof WEEKDAYS)[number];

/** An hour of the week and what is known of it. Rates are in percent. */
export interface WeekHour {
  weekday: Weekday;
  hour: number;
  /** Posts that went out in it. */
  posts: number;
  /** The median of their engagement rates; null without posts. */
  median_rate: number | null;
  /** The same, drawn towards the overall rate the more the fewer posts there are; null without any anywhere. */
  expected_rate: number | null;
}

export interface BestTimes {
  posts: number;
  overall_rate: number | null;
  enough_data: boolean;
  best: WeekHour[];
  hours: WeekHour[];
}

/** What of a measured post matters here. */
export type RatedPost = Pick<PostMetrics, 'published_at' | 'totals'>;

/** Whether a name is one of the time zone database, such as `Europe/Berlin` or `UTC`; offsets are none. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }) !== null;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/**
 * In which hours of the week the posts of a workspace did well, by the clock of `zone` at the moment each one
 * went out. Of `posts` count the 500 newest that are between one and 180 days old, were seen, and of which any
 * engagement was reported: a post nobody says anything of did not do badly.
 *
 * An hour with n posts is expected to give (n · median + 5 · overall) / (n + 5), where median is that of its
 * posts' engagement rates and overall the median of all posts' rates. So one lucky post moves its hour by a
 * sixth of its luck, and ten move it by two thirds. `hours` has all 168. `best` are those with at least 3
 * posts that are expected to do better than overall, best first; it is empty, and `enough_data` false, below
 * 20 posts, or when no hour has 3. Throws RangeError for a zone that is none.
 */
export function bestTimes(posts: readonly RatedPost[], zone: string, now: Date): BestTimes {
  const rated = ratedPosts(posts, now);
  const overall = median(rated.map(({ rate }) => rate));
  const nameOf = weekHourIn(zone);
  const ratesByHour = new Map<string, number[]>();
  for (const { publishedAt, rate } of rated) {
    const name = nameOf(publishedAt);
    ratesByHour.set(name, [...(ratesByHour.get(name) ?? []), rate]);
  }
  const hours = WEEKDAYS.flatMap((weekday) =>
    Array.from({ length: 24 }, (_, hour): WeekHour => {
      const rates = ratesByHour.get(`${weekday} ${hour}`) ?? [];
      const middle = median(rates);
      return {
        weekday,
        hour,
        posts: rates.length,
        median_rate: middle === null ? null : round4(middle),
        expected_rate:
          overall === null ? null : round4(shrinkToOverall(rates.length, middle ?? overall, overall)),
      };
    }),
  );
  const supported = hours.filter((each) => each.posts >= MIN_POSTS_PER_HOUR);
  const enough = rated.length >= MIN_POSTS && supported.length > 0;
  const overallRate = overall === null ? null : round4(overall);
  return {
    posts: rated.length,
    overall_rate: overallRate,
    enough_data: enough,
    best: enough ? supported.filter((each) => each.expected_rate! > overallRate!).sort(better) : [],
    hours,
  };
}

/** The mean of n posts at the hour's own rate and 5 at the overall one. */
function shrinkToOverall(posts: number, rate: number, overall: number): number {
  return (posts * rate + PRIOR_POSTS * overall) / (posts + PRIOR_POSTS);
}

/** The order of recommendation: by what is expected, then by how many posts say so, then through the week. */
function better(a: WeekHour, b: WeekHour): number {
  return b.expected_rate! - a.expected_rate! || b.posts - a.posts;
}

function ratedPosts(posts: readonly RatedPost[], now: Date): { publishedAt: Date; rate: number }[] {
  return posts
    .map(({ published_at, totals }) => ({ publishedAt: new Date(published_at), totals }))
    .filter(({ publishedAt, totals }) => {
      const ageDays = (now.getTime() - publishedAt.getTime()) / DAY_MS;
      return ageDays >= MIN_AGE_DAYS && ageDays <= MAX_AGE_DAYS && isRated(totals);
    })
    .sort((a, b) => b.publishedAt.getTime() - a.publishedAt.getTime())
    .slice(0, MAX_POSTS)
    .map(({ publishedAt, totals }) => ({ publishedAt, rate: engagementRate(totals).rate }));
}

/** Names the weekday and hour that a moment has on the clocks of a zone. */
function weekHourIn(zone: string): (time: Date) => string {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    weekday: 'long',
    hour: 'numeric',
    hourCycle: 'h23',
  });
  return (time) => {
    const parts = format.formatToParts(time);
    const part = (type: string) => parts.find((each) => each.type === type)!.value;
    return `${part('weekday').toLowerCase()} ${Number(part('hour'))}`;
  };
}
