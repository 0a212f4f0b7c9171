import { measureTrends, significantTrends, type Trend } from '../../lib/domain/analytics/trends.ts';
import { table } from '../markdown/markdown.ts';
import { BURSTS, generateScenario, type Scenario } from './synthetic-bursts.ts';

export const SEEDS = 200;
/** Places of a list that are looked at. */
const TOP_COUNT = 10;

const SCENARIOS: Scenario[] = [
  { name: '`24h`, bursts of 3 to 24 hours', window: '24h', age: 29 * 24, bursts: [3, 24] },
  { name: '`24h`, workspace three days old', window: '24h', age: 3 * 24, bursts: [3, 24] },
  { name: '`7d`, bursts of 1 to 7 days', window: '7d', age: 29 * 24, bursts: [24, 168] },
];

const TIMES = [2, 3, 5];

/** What is compared: each lists some of the terms with support, the first first. */
const RANKINGS: Record<string, (measured: Trend[]) => Trend[]> = {
  'most posts': (measured) => by(measured, (trend) => trend.volume),
  'most growth': (measured) => by(measured, (trend) => trend.growthRate),
  'this service': (measured) => significantTrends(measured, TOP_COUNT),
};

/** How well a ranking finds what was planted, 0 to 1; means over the seeds. */
export interface RankingScore {
  /** Of the terms in the first ten places, those that were planted. */
  precision: number;
  /** Of the planted terms, those in the first ten places. */
  recall: number;
  /** Of the first five places, those with a planted term: five were planted. */
  firstFive: number;
}

function by(measured: Trend[], number: (trend: Trend) => number): Trend[] {
  return measured.toSorted((a, b) => number(b) - number(a) || b.volume - a.volume).slice(0, TOP_COUNT);
}

/** Tries every ranking on the same workspaces, one for each seed. */
function evaluateRankings(setting: Scenario, times: number, seeds: number): Record<string, RankingScore> {
  const sums = Object.fromEntries(
    Object.keys(RANKINGS).map((name) => [name, { precision: 0, recall: 0, firstFive: 0 }]),
  );
  for (let seed = 1; seed <= seeds; seed++) {
    const { material, burstTerms: planted, now } = generateScenario(setting, times, seed);
    const measured = measureTrends(material, now, setting.window);
    for (const [name, rank] of Object.entries(RANKINGS)) {
      const places = rank(measured);
      const hits = places.map(({ term }): number => (planted.has(term) ? 1 : 0));
      const sum = sums[name]!;
      // An empty list holds nothing wrong.
      sum.precision += places.length === 0 ? 1 / seeds : total(hits) / places.length / seeds;
      sum.recall += total(hits) / BURSTS / seeds;
      sum.firstFive += total(hits.slice(0, BURSTS)) / BURSTS / seeds;
    }
  }
  return sums;
}

/** What one ranking score in one setting. */
export interface Row {
  setting: string;
  times: number;
  ranking: string;
  score: RankingScore;
}

/** Every ranking on every setting, at bursts of 2×, 3× and 5×. */
export function evaluateAll(seeds: number): Row[] {
  return SCENARIOS.flatMap((setting) =>
    TIMES.flatMap((times) =>
      Object.entries(evaluateRankings(setting, times, seeds)).map(([ranking, score]) => ({
        setting: setting.name,
        times,
        ranking,
        score,
      })),
    ),
  );
}

/** The generated part of docs/analytics.md. */
export function renderEvaluationTable(rows: Row[], seeds: number): string {
  const head = ['window', 'burst', 'ranking', 'precision', 'recall', 'first five'];
  const lines = rows.map(({ setting, times, ranking, score }) => [
    setting,
    `${times}×`,
    ranking === 'this service' ? `**${ranking}**` : ranking,
    ...[score.precision, score.recall, score.firstFive].map((share) => share.toFixed(2)),
  ]);
  return `${seeds} seeds for each burst.\n\n${table(head, lines)}`;
}

function total(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
