import { round4 } from '../../core/values/rounding.ts';
import { DAY_MS } from '../../core/values/timestamps.ts';
import { engagementRate, isRated, median } from './engagement-rate.ts';
import type { LabelledItems } from './label-groups.ts';
import type { PostMetrics } from './post-metrics.ts';

/** Maximum age of a post: older posts say little about the current audience. */
const MAX_AGE_DAYS = 180;
/** Minimum age of a post: the rate of a younger post is still changing. */
export const MIN_AGE_DAYS = 1;
/** Maximum number of evaluated posts, newest first. */
export const MAX_POSTS = 500;
/** Minimum posts for any recommendation. */
export const MIN_POSTS = 20;
/** Minimum posts in an hour of the week for that hour to be recommended. */
export const MIN_POSTS_PER_HOUR = 3;
/** Posts at the overall rate added to every hour, so that few posts have little influence. */
export const PRIOR_POSTS = 5;
export const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/** An hour of the week with its engagement. Rates are in percent. */
export interface WeekHour {
  weekday: Weekday;
  hour: number;
  posts: number; // Posts published in the hour.
  median_rate: number | null; // Median of their engagement rates; null without posts.
  /** Median rate shrunk towards the overall rate, more with fewer posts; null if there are no posts. */
  expected_rate: number | null;
}

export interface BestTimes {
  posts: number;
  overall_rate: number | null;
  enough_data: boolean;
  best: WeekHour[];
  hours: WeekHour[];
}

/** Fields of a measured post that the evaluation reads. */
export type RatedPost = Pick<PostMetrics, 'published_at' | 'totals'>;

/**
 * Compute the hours of the week in which posts performed well, in `zone`. Throws RangeError for an unknown zone.
 * Evaluates the 500 newest rated `posts` that are between one and 180 days old; unreported is unknown, not zero. The
 * expected rate of an hour with n posts is (n · median + 5 · overall) / (n + 5), with the medians of its rates and of
 * all rates: one outlier moves its hour by a sixth of the difference. `best` has the hours with at least 3 posts and an
 * expected rate above overall, best first; it is empty, and `enough_data` false, with fewer than 20 posts or without
 * such an hour.
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
        expected_rate: overall === null ? null : round4(shrinkToOverall(rates.length, middle ?? overall, overall)),
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
    best: enough ? supported.filter((each) => each.expected_rate! > overallRate!).sort(compareWeekHours) : [],
    hours,
  };
}

/**
 * Compute the hours in which the posts of each label performed well, the label with the most posts first, without labels
 * that have no evaluated posts.
 */
export function bestTimesByLabel(
  posts: readonly (RatedPost & Pick<PostMetrics, 'content_id'>)[],
  labels: readonly LabelledItems[],
  zone: string,
  now: Date,
) {
  const byItem = Map.groupBy(posts, ({ content_id }) => content_id);
  const groups = labels.flatMap(({ id, name, contentIds }) => {
    const ofLabel = contentIds.flatMap((contentId) => byItem.get(contentId) ?? []);
    if (ofLabel.length === 0) return [];
    const { hours: _, ...times } = bestTimes(ofLabel, zone, now);
    return times.posts === 0 ? [] : [{ label_id: id, name, ...times }];
  });
  return groups.sort((a, b) => b.posts - a.posts || (a.name < b.name ? -1 : 1));
}

/** Return the mean of n posts at the rate of the hour and 5 at the overall rate. */
function shrinkToOverall(posts: number, rate: number, overall: number): number {
  return (posts * rate + PRIOR_POSTS * overall) / (posts + PRIOR_POSTS);
}

/** Compare by expected rate, then by number of posts, both descending; ties keep the week order. */
function compareWeekHours(a: WeekHour, b: WeekHour): number {
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

/** Return a function that formats a time as weekday and hour in a zone. */
function weekHourIn(zone: string): (time: Date) => string {
  // The default zone needs no data of zones, which take a tenth of a cold start to load.
  if (zone === 'UTC') return (time) => `${WEEKDAYS[(time.getUTCDay() + 6) % 7]} ${time.getUTCHours()}`;
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
