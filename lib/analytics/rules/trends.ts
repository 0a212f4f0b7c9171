import { HOUR_MS } from '../../core/values/timestamps.ts';
import { anomalyScore, type SeasonalProfile } from './anomaly-score.ts';
import { subphrasesOf } from './terms.ts';

/** Lengths of a trend window in hours. See docs/reference/analytics.md. */
const WINDOW_HOURS = { '24h': 24, '7d': 7 * 24 } as const;
export type TrendWindow = keyof typeof WINDOW_HOURS;
/** Posts or texts of one UTC hour. `hour` counts the hours since 1970. */
export type HourCount = { hour: number; posts: number };
/** Number of posts that contain a term, by the hour of first use. A missing hour has zero posts. */
export type TermHistory = { term: string; counts: HourCount[] };
/** Input of a ranking: the terms, and the number of texts in each hour (see `hourOfDayProfile`). */
export type TrendInput = { histories: TermHistory[]; texts: HourCount[] };

/** A term with its counts and the numbers that determine its rank. */
export interface Trend {
  term: string;
  volume: number; // Posts in the window.
  before: number; // Posts in the preceding window of equal length.
  growthRate: number; // 100 · (volume − before) / max(before, 5), in percent.
  hours: number; // Length in hours of the most unusual comparison window; the numbers below describe it.
  observed: number; // Posts in those hours.
  baseline: number; // Expected posts in those hours.
  variance: number; // Variance of the expected posts.
  z: number; // Deviation of `observed` from `baseline`, in standard deviations.
  counts: number[]; // Posts in each hour of the window, oldest first.
}

/** Minimum posts of a trend; also the minimum denominator of the growth rate. */
export const MIN_TREND_POSTS = 5;
/** Minimum z of a trend. Five posts of a term without history reach exactly this value. */
export const MIN_TREND_Z_SCORE = 2;

/** Comparison windows in hours; whole days only while the daily cycle is unknown. */
const COMPARISON_WINDOWS_HOURS = {
  '24h': { known: [3, 6, 12, 24], unknown: [24] },
  '7d': { known: [24, 72, 168], unknown: [24, 72, 168] },
} as const;

/** Length of the evaluated history: two windows, and for `24h` three more days for the average. */
const HISTORY_HOURS = { '24h': 5 * 24, '7d': 14 * 24 } as const;
const WEEK_HOURS = 7 * 24;
const PROFILE_WEEKS = 4;
/** Texts added to every hour of the day, so that a few texts do not form a cycle. */
const PROFILE_PRIOR = 10;

/** Return the UTC hour that contains a time, in hours since 1970. */
export function hoursSinceEpoch(date: Date): number {
  return Math.floor(date.getTime() / HOUR_MS);
}

/** Return the start of the history evaluated at `now`, for the terms and for the daily cycle. */
export function trendHistoryFrom(now: Date, window: TrendWindow): { terms: Date; texts: Date } {
  const hour = hoursSinceEpoch(now);
  return {
    terms: new Date((hour + 1 - HISTORY_HOURS[window]) * HOUR_MS),
    texts: new Date((hour - PROFILE_WEEKS * WEEK_HOURS) * HOUR_MS),
  };
}

/**
 * Compute the daily cycle: the relative volume of each UTC hour, 24 numbers of mean 1; null below a week of texts.
 * Uses up to four whole weeks, so that every weekday has equal weight, without the running hour.
 */
export function hourOfDayProfile(texts: HourCount[], now: Date): number[] | null {
  const end = hoursSinceEpoch(now);
  const first = texts.reduce((least, { hour }) => Math.min(least, hour), end);
  const weeks = Math.min(PROFILE_WEEKS, Math.floor((end - first) / WEEK_HOURS));
  if (weeks === 0) return null;
  const sums = new Array<number>(24).fill(PROFILE_PRIOR);
  for (const { hour, posts } of texts) {
    if (hour >= end - weeks * WEEK_HOURS && hour < end) sums[hour % 24]! += posts;
  }
  const mean = sums.reduce((sum, each) => sum + each, 0) / 24;
  return sums.map((sum) => sum / mean);
}

/**
 * Rank the trending terms (at least 5 posts in the window, z ≥ 2), most unusual first, then by volume, then by term.
 * Compares the posts of the latest 3, 6, 12 and 24 hours (`7d`: of the latest day, three days and week) with the
 * expected posts; the largest z counts, so that no burst is diluted and no slow rise missed. The window ends with the
 * running hour. docs/analytics.md describes the formula, its sources and its limits.
 */
export function rankTrends(input: TrendInput, now: Date, window: TrendWindow, limit: number): Trend[] {
  return significantTrends(measureTrends(input, now, window), limit);
}

/** Select the listed trends from measured terms, in their order: see `rankTrends`. */
export function significantTrends(trends: Trend[], limit: number): Trend[] {
  return trends
    .filter((trend) => trend.volume >= MIN_TREND_POSTS && trend.z >= MIN_TREND_Z_SCORE)
    .sort((a, b) => b.z - a.z || b.volume - a.volume || (a.term < b.term ? -1 : 1))
    .slice(0, limit);
}

/**
 * Rank topics and hashtags together, because the oldest count of any term starts the history, and return at most `limit` of
 * each.
 */
export function splitTrends(input: TrendInput, now: Date, window: TrendWindow, limit: number) {
  const ranked = rankTrends(input, now, window, Number.POSITIVE_INFINITY);
  const isTag = ({ term }: Trend) => term.startsWith('#');
  const topics = dropSubphrases(ranked.filter((trend) => !isTag(trend))).slice(0, limit);
  return { topics, tags: ranked.filter(isTag).slice(0, limit) };
}

/** Remove topics that occur only as a part of another topic: "summer", if every post with it has "summer sale". */
export function dropSubphrases(topics: Trend[]): Trend[] {
  const counted = (term: string, { volume, before }: Trend) => `${volume} ${before} ${term}`;
  const parts = new Set(topics.flatMap((whole) => subphrasesOf(whole.term).map((part) => counted(part, whole))));
  return topics.filter((topic) => !parts.has(counted(topic.term, topic)));
}

/** Measure every term with at least `MIN_TREND_POSTS` posts. Throws RangeError unless counts are whole numbers. */
export function measureTrends(input: TrendInput, now: Date, window: TrendWindow): Trend[] {
  const end = hoursSinceEpoch(now) + 1;
  const profile = hourOfDayProfile(input.texts, now);
  const seasonal = buildSeasonalProfile(input, profile, now, window);
  const lengths = COMPARISON_WINDOWS_HOURS[window][profile ? 'known' : 'unknown'];
  return input.histories
    .filter((history) => volumeOf(history, end - WINDOW_HOURS[window], end) >= MIN_TREND_POSTS)
    .map((history) => measure(history, seasonal, lengths, end, WINDOW_HOURS[window]));
}

function volumeOf({ counts }: TermHistory, from: number, end: number): number {
  let volume = 0;
  for (const { hour, posts } of counts) {
    if (!Number.isSafeInteger(posts) || posts < 0) throw new RangeError(`no number of posts: ${posts}`);
    if (hour >= from && hour < end) volume += posts;
  }
  return volume;
}

/**
 * Build the relative volume of the hours up to `now`, and find the first known hour.
 * The running hour counts as whole: a prorated expectation would report a trend at the start of every hour.
 */
function buildSeasonalProfile(input: TrendInput, profile: number[] | null, now: Date, window: TrendWindow) {
  const end = hoursSinceEpoch(now) + 1;
  const hours = HISTORY_HOURS[window];
  const weights = Array.from({ length: hours }, (_, index) => profile?.[(end - hours + index) % 24] ?? 1);
  const oldest = [input.texts, ...input.histories.map(({ counts }) => counts)]
    .flat()
    .reduce((least, { hour }) => Math.min(least, hour), end);
  return { weights, first: Math.max(0, oldest - (end - hours)) };
}

function measure(
  history: TermHistory,
  seasonal: SeasonalProfile,
  lengths: readonly number[],
  end: number,
  window: number,
): Trend {
  const posts = new Array<number>(seasonal.weights.length).fill(0);
  const start = end - posts.length;
  for (const count of history.counts) {
    if (count.hour >= start && count.hour < end) posts[count.hour - start]! += count.posts;
  }
  const sum = (from: number, to: number) => posts.slice(from, to).reduce((total, each) => total + each, 0);
  const volume = sum(posts.length - window, posts.length);
  const before = sum(posts.length - 2 * window, posts.length - window);
  const growthRate = Math.round((10_000 * (volume - before)) / Math.max(before, MIN_TREND_POSTS)) / 100 + 0;
  const most = lengths
    .map((hours) => anomalyScore(posts, seasonal, hours))
    .reduce((best, each) => (each.z > best.z ? each : best));
  return { term: history.term, volume, before, growthRate, ...most, counts: posts.slice(-window) };
}
