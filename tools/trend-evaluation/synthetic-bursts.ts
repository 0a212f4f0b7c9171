import { HOUR_MS } from '../../lib/domain/analytics/time-buckets.ts';
import {
  type HourCount,
  hoursSinceEpoch,
  type TrendInput,
  type TrendWindow,
} from '../../lib/domain/analytics/trends.ts';
import { poisson, seededRandom } from './seeded-random.ts';

/** What is tried: the window asked for, how long the workspace has been there, and what is planted. */
export interface Scenario {
  name: string;
  window: TrendWindow;
  /** Hours since the workspace's first post. */
  age: number;
  /** The shortest and the longest burst, in hours up to now. */
  bursts: [shortest: number, longest: number];
}

/** A workspace made by chance, and which of its terms were made to burst. */
export interface GeneratedScenario {
  material: TrendInput;
  burstTerms: Set<string>;
  now: Date;
}

export const TERMS = 100;
export const BURSTS = 5;
/** Posts an hour with a term, from the rarest to the most frequent; evenly spread by magnitude. */
const [LOWEST_RATE, HIGHEST_RATE] = [0.1, 10];
/** By how much the best hour of the day has more, and the worst less, than the average one. */
const CYCLE = 0.8;
const TERMS_PER_TEXT = 10;
/** A burst that brings fewer posts than this is left out: nobody could see it. */
const MIN_BURST_POSTS = 6;
const PROFILE_HOURS = 29 * 24;
const START = Date.UTC(2027, 0, 4);

/**
 * A hundred terms, each with Poisson counts around a rate of its own with the same daily cycle, five of them
 * `times` as frequent in their latest hours. The hour of the day that is now, and how much of it has gone by,
 * are left to chance too. The same seed makes the same.
 */
export function generateScenario(setting: Scenario, times: number, seed: number): GeneratedScenario {
  const next = seededRandom(seed);
  const now = new Date(START + Math.floor(next() * 7 * 24 * HOUR_MS));
  const rates = Array.from({ length: TERMS }, () => LOWEST_RATE * (HIGHEST_RATE / LOWEST_RATE) ** next());
  const bursts = addBursts(rates, setting, times, next);
  const running = hoursSinceEpoch(now);
  const gone = now.getTime() / HOUR_MS - running;
  const part = (hour: number) => cycleAt(hour) * (hour === running ? gone : 1);
  const counted = (hours: number, mean: (hour: number) => number): HourCount[] =>
    Array.from({ length: Math.min(hours, setting.age) }, (_, ago) => {
      const hour = running - ago;
      return { hour, posts: poisson(mean(hour) * part(hour), next) };
    });
  const historyHours = setting.window === '24h' ? 5 * 24 : 14 * 24;
  const histories = rates.map((rate, index) => {
    const length = bursts.get(index) ?? 0;
    const counts = counted(historyHours, (hour) => rate * (running - hour < length ? times : 1));
    return { term: `term ${index}`, counts };
  });
  const texts = rates.reduce((sum, rate) => sum + rate, 0) / TERMS_PER_TEXT;
  return {
    material: { histories, texts: counted(PROFILE_HOURS, () => texts) },
    burstTerms: new Set([...bursts.keys()].map((index) => `term ${index}`)),
    now,
  };
}

/** The length of each burst in hours, by the index of its term. */
function addBursts(
  rates: number[],
  { bursts: [shortest, longest] }: Scenario,
  times: number,
  next: () => number,
): Map<number, number> {
  const bursts = new Map<number, number>();
  while (bursts.size < BURSTS) {
    const index = Math.floor(next() * TERMS);
    const length = shortest + Math.floor(next() * (longest - shortest + 1));
    if (rates[index]! * length * times >= MIN_BURST_POSTS) bursts.set(index, length);
  }
  return bursts;
}

function cycleAt(hour: number): number {
  return 1 + CYCLE * Math.sin((2 * Math.PI * hour) / 24);
}
