import { HOUR_MS } from '../timestamps.ts';
import { anomalyScore, type SeasonalProfile } from './anomaly-score.ts';
import { subphrasesOf } from './terms.ts';

/** The lengths a trend can be looked at over, in hours. Contract, section 12. */
const WINDOW_HOURS = { '24h': 24, '7d': 7 * 24 } as const;

export type TrendWindow = keyof typeof WINDOW_HOURS;

/** A number of posts or texts of one UTC hour, named by the hours since 1970. */
export interface HourCount {
  hour: number;
  posts: number;
}

/** How many posts held a term for the first time, by hour. An hour left out is zero posts. */
export interface TermHistory {
  term: string;
  counts: HourCount[];
}

/** All that a ranking follows from: the terms, and how many texts there were in each hour (see `hourOfDayProfile`). */
export interface TrendInput {
  histories: TermHistory[];
  texts: HourCount[];
}

/** A term, what was counted of it, and the numbers its place in the ranking follows from. */
export interface Trend {
  term: string;
  /** Posts in the window. */
  volume: number;
  /** Posts in the window before it, equally long. */
  before: number;
  /** 100 · (volume − before) / max(before, 5), in percent. */
  growthRate: number;
  /** The latest hours in which it is most unusual, in hours; the other numbers below are of them. */
  hours: number;
  /** Posts in those hours. */
  observed: number;
  /** The posts to expect in those hours. */
  baseline: number;
  /** The variance of that number. */
  variance: number;
  /** How far `observed` is from `baseline`, in deviations. */
  z: number;
  /** Posts in each hour of the window, oldest first. */
  counts: number[];
}

/** Fewer posts than this are no trend; also what the growth of a small term is measured against. */
export const MIN_TREND_POSTS = 5;

/** From this z on a term is a trend. Five posts of a term that never was there before reach just that. */
export const MIN_TREND_Z_SCORE = 2;

/** The latest hours that are compared with what was before them; without a daily cycle, whole days only. */
const COMPARISON_WINDOWS_HOURS = {
  '24h': { known: [3, 6, 12, 24], unknown: [24] },
  '7d': { known: [24, 72, 168], unknown: [24, 72, 168] },
} as const;

/** Counts older than this change nothing: two windows, and three more days for the average of a single one. */
const HISTORY_HOURS = { '24h': 5 * 24, '7d': 14 * 24 } as const;

const WEEK_HOURS = 7 * 24;
const PROFILE_WEEKS = 4;
/** So many texts in every hour of the day are added to those counted: a few texts do not make a cycle. */
const PROFILE_PRIOR = 10;

/** The UTC hour a time lies in, as hours since 1970. */
export function hoursSinceEpoch(date: Date): number {
  return Math.floor(date.getTime() / HOUR_MS);
}

/** The first hours whose counts matter at `now`: of the terms, and of the texts that make the daily cycle. */
export function trendHistoryFrom(now: Date, window: TrendWindow): { terms: Date; texts: Date } {
  const hour = hoursSinceEpoch(now);
  return {
    terms: new Date((hour + 1 - HISTORY_HOURS[window]) * HOUR_MS),
    texts: new Date((hour - PROFILE_WEEKS * WEEK_HOURS) * HOUR_MS),
  };
}

/**
 * The daily cycle: how much of an average hour each UTC hour of the day has, 24 numbers of mean 1. It is
 * taken from the texts of the last four weeks, or as many whole weeks as are known, so that every weekday has
 * the same part; the running hour is not in it. Null while less than a week is known.
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
 * The trending terms, most unusual first: those with at least 5 posts in the window and z ≥ 2, at most
 * `limit`; ties by volume, then by term. The window is 24 or 168 whole UTC hours, the one now running being
 * the last; counts after it are ignored.
 *
 * What is compared: the posts of the latest 3, 6, 12 and 24 hours (`7d`: of the latest day, three days and
 * week) with what their hours should hold (`lib/domain/analytics/anomaly-score.ts`); the most unusual of them counts. So a
 * burst of three hours is not lost in a day, and a slow rise is not lost in three hours. The formula, its
 * sources and its limits are in docs/analytics.md.
 */
export function rankTrends(material: TrendInput, now: Date, window: TrendWindow, limit: number): Trend[] {
  return significantTrends(measureTrends(material, now, window), limit);
}

/** Of measured terms those that are listed, in their order: see `rankTrends`. */
export function significantTrends(trends: Trend[], limit: number): Trend[] {
  return trends
    .filter((trend) => trend.volume >= MIN_TREND_POSTS && trend.z >= MIN_TREND_Z_SCORE)
    .sort((a, b) => b.z - a.z || b.volume - a.volume || (a.term < b.term ? -1 : 1))
    .slice(0, limit);
}

/**
 * Topics without those that are only a part of another of them: "summer" and "summer sale", when every post
 * with the one has the other. What remains keeps its order.
 */
export function dropSubphrases(topics: Trend[]): Trend[] {
  const counted = (term: string, { volume, before }: Trend) => `${volume} ${before} ${term}`;
  const parts = new Set(
    topics.flatMap((whole) => subphrasesOf(whole.term).map((part) => counted(part, whole))),
  );
  return topics.filter((topic) => !parts.has(counted(topic.term, topic)));
}

/**
 * The numbers of every term with support, trending or not, in the order given. Counts of the same hour add
 * up. Throws RangeError for what is no number of posts.
 */
export function measureTrends(material: TrendInput, now: Date, window: TrendWindow): Trend[] {
  const end = hoursSinceEpoch(now) + 1;
  const profile = hourOfDayProfile(material.texts, now);
  const rhythm = buildSeasonalProfile(material, profile, now, window);
  const lengths = COMPARISON_WINDOWS_HOURS[window][profile ? 'known' : 'unknown'];
  return material.histories
    .filter((history) => volumeOf(history, end - WINDOW_HOURS[window], end) >= MIN_TREND_POSTS)
    .map((history) => measure(history, rhythm, lengths, end, WINDOW_HOURS[window]));
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
 * What the hours up to `now` should hold relative to each other, and from which of them on anything is known.
 * The running hour is taken for a whole one: posts are scheduled on the hour, and who expected a part of them
 * for its first minutes would see a trend at every hour's beginning.
 */
function buildSeasonalProfile(
  material: TrendInput,
  profile: number[] | null,
  now: Date,
  window: TrendWindow,
): SeasonalProfile {
  const end = hoursSinceEpoch(now) + 1;
  const hours = HISTORY_HOURS[window];
  const weights = Array.from({ length: hours }, (_, index) => profile?.[(end - hours + index) % 24] ?? 1);
  const oldest = [material.texts, ...material.histories.map(({ counts }) => counts)]
    .flat()
    .reduce((least, { hour }) => Math.min(least, hour), end);
  return { weights, first: Math.max(0, oldest - (end - hours)) };
}

function measure(
  history: TermHistory,
  rhythm: SeasonalProfile,
  lengths: readonly number[],
  end: number,
  window: number,
): Trend {
  const posts = new Array<number>(rhythm.weights.length).fill(0);
  const start = end - posts.length;
  for (const count of history.counts) {
    if (count.hour >= start && count.hour < end) posts[count.hour - start]! += count.posts;
  }
  const sum = (from: number, to: number) => posts.slice(from, to).reduce((total, each) => total + each, 0);
  const volume = sum(posts.length - window, posts.length);
  const before = sum(posts.length - 2 * window, posts.length - window);
  const growthRate = Math.round((10_000 * (volume - before)) / Math.max(before, MIN_TREND_POSTS)) / 100 + 0;
  const most = lengths
    .map((hours) => anomalyScore(posts, rhythm, hours))
    .reduce((best, each) => (each.z > best.z ? each : best));
  return { term: history.term, volume, before, growthRate, ...most, counts: posts.slice(-window) };
}
