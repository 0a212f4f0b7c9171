import { HOUR_MS, startOfHour } from './buckets.ts';

/** The lengths a trend can be looked at over, in hours. Contract, section 12. */
const WINDOW_HOURS = { '24h': 24, '7d': 7 * 24 } as const;

export type TrendWindow = keyof typeof WINDOW_HOURS;

/** How many distinct posts held a term, by UTC hour `YYYY-MM-DDTHH`. An hour left out is zero posts. */
export interface TermHistory {
  term: string;
  counts: { hour: string; posts: number }[];
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
  /** How far the volume is from the baseline, in deviations. */
  z: number;
  /** The volume to expect, in posts per window. */
  baseline: number;
  /** The variance of that volume. */
  variance: number;
}

/** Fewer posts than this are no trend; also what the growth of a small term is measured against. */
export const TREND_SUPPORT = 5;

/** From this z on a term is a trend. Five posts of a term that never was there before reach just that. */
export const TREND_Z = 2;

const HALF_LIFE_HOURS = 4;
/** Weight of the newest value: after one half-life the older ones have half the weight. */
const ALPHA = 1 - 2 ** (-1 / HALF_LIFE_HOURS);
/** Rolling volumes that make the baseline: six half-lives, what is older weighs under 2 %. */
const BASELINE_HOURS = 24;
/** SigniTrend's β: a count this small is noise. */
const NOISE = 1;

/**
 * The first hour whose counts matter for a ranking at `now`: the window, one window before it, and 24 hours
 * of baseline. Counts older than that change nothing.
 */
export function trendHistoryFrom(now: Date, window: TrendWindow): Date {
  return new Date((windowEnd(now) - 2 * WINDOW_HOURS[window] - BASELINE_HOURS) * HOUR_MS);
}

/**
 * The trending terms, most unusual first: those with at least 5 posts in the window and z ≥ 2, at most
 * `limit`; ties by volume, then by term. The window is 24 or 168 whole UTC hours, the one now running being
 * the last; counts after it are ignored.
 *
 * What is compared: the volume of the window with the ROLLING volumes before it. For each of the last 24
 * hours up to the start of the window, take the posts of the whole window's length that ended there; their
 * exponentially weighted mean m and variance v, half-life 4 h, come from
 *
 *     m₀ = first rolling volume, v₀ = 0;  δ = x − m,  m ← m + α·δ,  v ← (1 − α)·(v + α·δ²),  α = 1 − 2^(−1/4)
 *     baseline = m,  variance = max(v, m, β),  z = (volume − max(m, β)) / (√variance + β),  β = 1
 *
 * Sums of 24 or 168 hours hold every hour of the day equally often, so the daily cycle cannot look like a
 * trend, as it does with an average over single hours: that knows only the last few hours before the window.
 * A term that is always big has a big baseline and does not trend. Rolling volumes begin one window after the
 * oldest count of any term, so that a young workspace is not held to be silent before it was there; with less
 * history than two windows the baseline is `before`, as far as it is known, and everything looks newer.
 *
 * Sources: recurrences, z and bias β of SigniTrend (Schubert, Weiler and Kriegel, KDD 2014, "SigniTrend:
 * scalable detection of emerging topics in textual streams by hashed significance thresholds"). The mean as
 * least variance, support 5, and no place for what is below expectation are those of Mastodon's trending
 * tags (`app/models/trends/tags.rb`: (observed − expected)² / expected, which is z² where counts are Poisson
 * distributed; Mastodon's half-life of 4 h is that of a score). z ≥ 2 is ours.
 */
export function rankTrends(histories: TermHistory[], now: Date, window: TrendWindow, limit: number): Trend[] {
  return measureTrends(histories, now, window)
    .filter((trend) => trend.volume >= TREND_SUPPORT && trend.z >= TREND_Z)
    .sort((a, b) => b.z - a.z || b.volume - a.volume || (a.term < b.term ? -1 : 1))
    .slice(0, limit);
}

/**
 * The numbers of every term, trending or not, in the order given: see `rankTrends` for the formula. Counts
 * of the same hour add up. Throws RangeError for an hour or a count that is none.
 */
export function measureTrends(histories: TermHistory[], now: Date, window: TrendWindow): Trend[] {
  const hours = WINDOW_HOURS[window];
  const end = windowEnd(now);
  const start = trendHistoryFrom(now, window).getTime() / HOUR_MS;
  const series = histories.map((history) => hourly(history, start, end));
  const firsts = series.map((posts) => posts.findIndex((count) => count > 0)).filter((index) => index >= 0);
  const oldest = firsts.reduce((least, index) => Math.min(least, index), end - start);
  return histories.map(({ term }, index) => measure(term, series[index]!, hours, oldest));
}

/** The index, in hours since 1970, of the hour after the one now running. */
function windowEnd(now: Date): number {
  return Math.floor(now.getTime() / HOUR_MS) + 1;
}

/** Posts per hour in [start, end), both in hours since 1970. */
function hourly(history: TermHistory, start: number, end: number): number[] {
  const posts = new Array<number>(end - start).fill(0);
  for (const count of history.counts) {
    if (!Number.isSafeInteger(count.posts) || count.posts < 0) {
      throw new RangeError(`no number of posts: ${count.posts}`);
    }
    const index = startOfHour(count.hour).getTime() / HOUR_MS - start;
    if (index >= 0 && index < posts.length) posts[index]! += count.posts;
  }
  return posts;
}

/** `posts` ends with the window; `oldest` is the index of the first hour anything is known of. */
function measure(term: string, posts: number[], hours: number, oldest: number): Trend {
  const sums = [0];
  for (const count of posts) sums.push(sums.at(-1)! + count);
  /** Posts in the window's length of hours that ends before the hour `index`. */
  const rolling = (index: number) => sums[index]! - sums[index - hours]!;
  const windowStart = posts.length - hours;
  const volume = rolling(posts.length);
  const before = rolling(windowStart);
  const first = Math.min(oldest + hours, windowStart);
  let mean = rolling(first);
  let spread = 0;
  for (let index = first + 1; index <= windowStart; index++) {
    const surprise = rolling(index) - mean;
    mean += ALPHA * surprise;
    spread = (1 - ALPHA) * (spread + ALPHA * surprise ** 2);
  }
  // Rounded before z is taken, so that a reader can recompute it from what is shown.
  const baseline = rounded(mean, 4);
  const variance = rounded(Math.max(spread, mean, NOISE), 4);
  const z = rounded((volume - Math.max(baseline, NOISE)) / (Math.sqrt(variance) + NOISE), 4);
  const growthRate = rounded((100 * (volume - before)) / Math.max(before, TREND_SUPPORT), 2);
  return { term, volume, before, growthRate, z, baseline, variance };
}

function rounded(value: number, decimals: number): number {
  const unit = 10 ** decimals;
  // Adding zero turns −0 into 0.
  return Math.round(value * unit) / unit + 0;
}
