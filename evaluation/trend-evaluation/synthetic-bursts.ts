import {
  type HourCount,
  hoursSinceEpoch,
  type TrendInput,
  type TrendWindow,
} from '../../lib/analytics/rules/trends.ts';
import { HOUR_MS } from '../../lib/core/values/timestamps.ts';
import { poisson, seededRandom } from './seeded-random.ts';

/** One evaluation scenario: the requested window, the age of the workspace and its bursts. */
export interface Scenario {
  name: string;
  window: TrendWindow;
  /** Hours since the workspace's first post. */
  age: number;
  /** The shortest and the longest burst in hours; each burst ends now. */
  bursts: [shortest: number, longest: number];
}

/** A generated workspace and the terms that have a burst. */
export interface GeneratedScenario {
  material: TrendInput;
  burstTerms: Set<string>;
  now: Date;
}

export const TERMS = 100;
export const BURSTS = 5;
/** Posts per hour of the rarest and of the most frequent term; rates are spread evenly by magnitude. */
const [LOWEST_RATE, HIGHEST_RATE] = [0.1, 10];
/** Amplitude of the daily cycle, relative to the average hour. */
const CYCLE = 0.8;
const TERMS_PER_TEXT = 10;
/** The generator rejects bursts with fewer posts: no ranking could detect them. */
const MIN_BURST_POSTS = 6;
const PROFILE_HOURS = 29 * 24;
const START = Date.UTC(2027, 0, 4);

/**
 * Generate a workspace of a hundred terms, reproducibly for the same seed. Each term has Poisson counts around
 * its own rate with a common daily cycle; five terms are `times` as frequent in their latest hours. The current
 * hour of the day and its elapsed part are random too.
 */
export function generateScenario(scenario: Scenario, times: number, seed: number): GeneratedScenario {
  const next = seededRandom(seed);
  const now = new Date(START + Math.floor(next() * 7 * 24 * HOUR_MS));
  const rates = Array.from({ length: TERMS }, () => LOWEST_RATE * (HIGHEST_RATE / LOWEST_RATE) ** next());
  const bursts = addBursts(rates, scenario, times, next);
  const running = hoursSinceEpoch(now);
  const elapsed = now.getTime() / HOUR_MS - running;
  const part = (hour: number) => cycleAt(hour) * (hour === running ? elapsed : 1);
  const counted = (hours: number, mean: (hour: number) => number): HourCount[] =>
    Array.from({ length: Math.min(hours, scenario.age) }, (_, ago) => {
      const hour = running - ago;
      return { hour, posts: poisson(mean(hour) * part(hour), next) };
    });
  const historyHours = scenario.window === '24h' ? 5 * 24 : 14 * 24;
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

/** Choose the terms with a burst. Returns the burst length in hours by term index. */
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
