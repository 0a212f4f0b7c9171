import { round4 } from '../rounding.ts';

/** What the hours of a history should hold relative to each other (mean 1), and the first that is known. */
export interface SeasonalProfile {
  weights: number[];
  first: number;
}

/** The latest hours of a series against what was before them. */
export interface AnomalyScore {
  /** How many hours were compared. */
  hours: number;
  /** Posts in them. */
  observed: number;
  /** The posts to expect in them. */
  baseline: number;
  /** The variance of that number. */
  variance: number;
  /** (observed − max(baseline, 1)) / (√variance + 1). */
  z: number;
}

const HALF_LIFE_HOURS = 4;
/** What an hour weighs in the average, against the hour after it. */
const DECAY = 2 ** (-1 / HALF_LIFE_HOURS);
/** Six half-lives: what is older weighs under 2 %. */
const EWMA_WINDOW_HOURS = 24;
/** SigniTrend's β: a count this small is noise. */
const NOISE_FLOOR = 1;
/** What the plain average weighs in the EWMA, in average hours: a day. */
const PRIOR_HOURS = 24;

/**
 * How unusual the last `hours` of `posts` (posts per hour) are. Of the hours i known before them, xᵢ are the
 * posts, pᵢ the part of the daily cycle, and wᵢ = 2^(−age/4), or 0 for those more than a day before:
 *
 *     a = Σ xᵢ / Σ pᵢ                                  plain average: posts of an average hour
 *     m = (24·a + Σ wᵢ·xᵢ) / (24 + Σ wᵢ·pᵢ)            EWMA, half-life 4 h; it begins with a day of the average
 *     r = max(m, a)                                    what is always big is expected to stay so
 *     v = max((24·m + Σ wᵢ·(xᵢ − m·pᵢ)²) / (24 + Σ wᵢ·pᵢ), r)    EWMA variance, not below that of chance
 *     d = (24² / Σ pᵢ + Σ wᵢ²·pᵢ) / (24 + Σ wᵢ·pᵢ)²    how little m is known, in parts of v
 *
 * and with P = Σ pⱼ over the last hours, β = 1: baseline = r·P, variance = max(v·(P + P²·d), β),
 * z = (observed − max(baseline, β)) / (√variance + β). Where no hour is known before, nothing is expected.
 */
export function anomalyScore(posts: number[], rhythm: SeasonalProfile, hours: number): AnomalyScore {
  const start = posts.length - hours;
  const observed = total(posts, start, posts.length);
  const span = total(rhythm.weights, start, posts.length);
  const { rate, spread, uncertainty } = rateBefore(posts, rhythm, start);
  // Rounded before z is taken, so that a reader can recompute it from what is shown.
  const baseline = round4(rate * span);
  const variance = round4(Math.max(spread * (span + span ** 2 * uncertainty), NOISE_FLOOR));
  const z = round4((observed - Math.max(baseline, NOISE_FLOOR)) / (Math.sqrt(variance) + NOISE_FLOOR));
  return { hours, observed, baseline, variance, z };
}

function rateBefore(posts: number[], { weights, first }: SeasonalProfile, start: number) {
  const known = total(weights, first, start);
  if (known === 0) return { rate: 0, spread: 0, uncertainty: 0 };
  const average = total(posts, first, start) / known;
  const from = Math.max(first, start - EWMA_WINDOW_HOURS);
  let [seen, exposure, squares] = [PRIOR_HOURS * average, PRIOR_HOURS, PRIOR_HOURS ** 2 / known];
  for (let index = from, weight = DECAY ** (start - 1 - from); index < start; index++, weight /= DECAY) {
    seen += weight * posts[index]!;
    exposure += weight * weights[index]!;
    squares += weight ** 2 * weights[index]!;
  }
  const mean = seen / exposure;
  let deviations = PRIOR_HOURS * mean;
  for (let index = from, weight = DECAY ** (start - 1 - from); index < start; index++, weight /= DECAY) {
    deviations += weight * (posts[index]! - mean * weights[index]!) ** 2;
  }
  const rate = Math.max(mean, average);
  return { rate, spread: Math.max(deviations / exposure, rate), uncertainty: squares / exposure ** 2 };
}

function total(values: number[], from: number, to: number): number {
  let sum = 0;
  for (let index = from; index < to; index++) sum += values[index]!;
  return sum;
}
