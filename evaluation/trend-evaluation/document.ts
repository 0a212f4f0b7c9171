import { measureTrends, significantTrends, type Trend } from '../../lib/analytics/rules/trends.ts';
import { table } from '../../tools/markdown/markdown.ts';
import { BURSTS, generateScenario, type Scenario } from './synthetic-bursts.ts';

export const SEEDS = 200;
/** List positions that count. */
const TOP_COUNT = 10;

const SCENARIOS: Scenario[] = [
  { name: '`24h`, bursts of 3 to 24 hours', window: '24h', age: 29 * 24, bursts: [3, 24] },
  { name: '`24h`, workspace three days old', window: '24h', age: 3 * 24, bursts: [3, 24] },
  { name: '`7d`, bursts of 1 to 7 days', window: '7d', age: 29 * 24, bursts: [24, 168] },
];

const TIMES = [2, 3, 5];

/** Rankings to compare. Each returns its best terms in descending order. */
const RANKINGS: Record<string, (measured: Trend[]) => Trend[]> = {
  'most posts': (measured) => by(measured, (trend) => trend.volume),
  'most growth': (measured) => by(measured, (trend) => trend.growthRate),
  'this service': (measured) => significantTrends(measured, TOP_COUNT),
};

/** How well a ranking finds the generated bursts: 0 to 1, means over the seeds. */
export interface RankingScore {
  /** Share of the first ten terms that have a generated burst. */
  precision: number;
  /** Share of the generated bursts that are in the first ten. */
  recall: number;
  /** Share of the first five terms that have a generated burst; a workspace has five. */
  firstFive: number;
}

function by(measured: Trend[], number: (trend: Trend) => number): Trend[] {
  return measured.toSorted((a, b) => number(b) - number(a) || b.volume - a.volume).slice(0, TOP_COUNT);
}

/** Evaluate every ranking on the same generated workspaces, one per seed. */
function evaluateRankings(scenario: Scenario, times: number, seeds: number): Record<string, RankingScore> {
  const sums = Object.fromEntries(
    Object.keys(RANKINGS).map((name) => [name, { precision: 0, recall: 0, firstFive: 0 }]),
  );
  for (let seed = 1; seed <= seeds; seed++) {
    const { material, burstTerms, now } = generateScenario(scenario, times, seed);
    const measured = measureTrends(material, now, scenario.window);
    for (const [name, rank] of Object.entries(RANKINGS)) {
      const ranked = rank(measured);
      const hits = ranked.map(({ term }): number => (burstTerms.has(term) ? 1 : 0));
      const sum = sums[name]!;
      // An empty list has no false positive.
      sum.precision += ranked.length === 0 ? 1 / seeds : total(hits) / ranked.length / seeds;
      sum.recall += total(hits) / BURSTS / seeds;
      sum.firstFive += total(hits.slice(0, BURSTS)) / BURSTS / seeds;
    }
  }
  return sums;
}

/** The score of one ranking in one scenario. */
export interface Row {
  scenario: string;
  times: number;
  ranking: string;
  score: RankingScore;
}

/** Evaluate every ranking in every scenario, with bursts of 2, 3 and 5 times the usual rate. */
export function evaluateAll(seeds: number): Row[] {
  return SCENARIOS.flatMap((scenario) =>
    TIMES.flatMap((times) =>
      Object.entries(evaluateRankings(scenario, times, seeds)).map(([ranking, score]) => ({
        scenario: scenario.name,
        times,
        ranking,
        score,
      })),
    ),
  );
}

/** Render the generated section of evaluation/docs/trends.md. */
export function renderEvaluationTable(rows: Row[], seeds: number): string {
  const head = ['window', 'burst', 'ranking', 'precision', 'recall', 'first five'];
  const lines = rows.map(({ scenario, times, ranking, score }) => [
    scenario,
    `${times}×`,
    ranking === 'this service' ? `**${ranking}**` : ranking,
    ...[score.precision, score.recall, score.firstFive].map((share) => share.toFixed(2)),
  ]);
  return `${seeds} seeds for each burst.\n\n${table(head, lines)}`;
}

function total(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
