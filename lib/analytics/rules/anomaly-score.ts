import { round4 } from '../../core/values/rounding.ts';

/** Relative volume expected in each hour of a history (mean 1), and the index of the first known hour. */
export type SeasonalProfile = { weights: number[]; first: number };

/** Comparison of the latest hours of a series with the hours before them. */
export interface AnomalyScore {
  hours: number; // Number of hours compared.
  observed: number; // Posts in those hours.
  baseline: number; // Expected posts in those hours.
  variance: number; // Variance of the expected posts.
  z: number; // (observed − max(baseline, 1)) / (√variance + 1).
}

const HALF_LIFE_HOURS = 4;
/** Weight of an hour relative to the next hour. */
const DECAY = 2 ** (-1 / HALF_LIFE_HOURS);
/** Six half-lives: older hours weigh less than 2 %. */
const EWMA_WINDOW_HOURS = 24;
/** SigniTrend's β: counts up to this size are noise. */
const NOISE_FLOOR = 1;
/** Weight of the plain average in the EWMA, in average hours: one day. */
const PRIOR_HOURS = 24;

/**
 * Score how unusual the last `hours` of `posts` (posts per hour) are. For the known hours i before them, xᵢ are the
 * posts, pᵢ is the share of the daily cycle, and wᵢ = 2^(−age/4), or 0 for hours more than a day before: a = Σ xᵢ / Σ
 * pᵢ plain average: posts of an average hour m = (24·a + Σ wᵢ·xᵢ) / (24 + Σ wᵢ·pᵢ) EWMA, half-life 4 h, initialized
 * with a day of the average r = max(m, a) a term with a high average is expected to stay high v = max((24·m + Σ wᵢ·(xᵢ
 * − m·pᵢ)²) / (24 + Σ wᵢ·pᵢ), r) EWMA variance, at least the Poisson variance d = (24² / Σ pᵢ + Σ wᵢ²·pᵢ) / (24 + Σ
 * wᵢ·pᵢ)² uncertainty of m, relative to v With P = Σ pⱼ over the last hours and β = 1: baseline = r·P, variance =
 * max(v·(P + P²·d), β), z = (observed − max(baseline, β)) / (√variance + β). The baseline is 0 if no earlier hour is
 * known.
 */
export function anomalyScore(posts: number[], profile: SeasonalProfile, hours: number): AnomalyScore {
  const start = posts.length - hours;
  const observed = total(posts, start, posts.length);
  const span = total(profile.weights, start, posts.length);
  const { rate, spread, uncertainty } = rateBefore(posts, profile, start);
  // Rounded before z is computed, so that a caller can recompute z from the response.
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
