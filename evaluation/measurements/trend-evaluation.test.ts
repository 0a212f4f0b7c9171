import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { replaceGeneratedSection } from '../../tools/markdown/replace-generated-section.ts';
import { evaluateAll, type Row, renderEvaluationTable, SEEDS } from '../trend-evaluation/document.ts';
import { poisson, seededRandom } from '../trend-evaluation/seeded-random.ts';
import { BURSTS, generateScenario, TERMS } from '../trend-evaluation/synthetic-bursts.ts';

const SETTING = { name: 'day', window: '24h', age: 29 * 24, bursts: [3, 24] } as const;

describe('the seeded random source', () => {
  it('repeats for the same seed and differs for another', () => {
    const first = (seed: number) => Array.from({ length: 5 }, seededRandom(seed));
    expect(first(7)).toEqual(first(7));
    expect(first(7)).not.toEqual(first(8));
  });

  it.each([0.2, 3, 100])('counts around a mean of %d with the variance of a Poisson distribution', (mean) => {
    const next = seededRandom(1);
    const counts = Array.from({ length: 4_000 }, () => poisson(mean, next));
    const average = counts.reduce((sum, count) => sum + count, 0) / counts.length;
    const variance = counts.reduce((sum, count) => sum + (count - average) ** 2, 0) / counts.length;
    expect(average / mean).toBeCloseTo(1, 1);
    expect(variance / mean).toBeCloseTo(1, 0);
  });
});

describe('a generated workspace', () => {
  it('is the same for the same seed', () => {
    expect(generateScenario({ ...SETTING, bursts: [3, 24] }, 3, 5)).toEqual(
      generateScenario({ ...SETTING, bursts: [3, 24] }, 3, 5),
    );
  });

  it('has bursts in five of a hundred terms, at the requested multiple of their rate', () => {
    let [burst, usual] = [0, 0];
    for (let seed = 1; seed <= 20; seed++) {
      const { material, burstTerms, now } = generateScenario({ ...SETTING, bursts: [24, 24] }, 5, seed);
      expect([material.histories.length, burstTerms.size]).toEqual([TERMS, BURSTS]);
      const running = Math.floor(now.getTime() / 3_600_000);
      for (const { term, counts } of material.histories) {
        if (!burstTerms.has(term)) continue;
        for (const { hour, posts } of counts) {
          if (hour === running || hour <= running - 48) continue;
          // Without the current hour, which is incomplete.
          if (hour > running - 24) burst += posts / 23;
          else usual += posts / 24;
        }
      }
    }
    expect(burst / usual).toBeGreaterThan(4.3);
    expect(burst / usual).toBeLessThan(5.7);
  });
});

describe('evaluation/docs/trends.md', () => {
  let rows: Row[];
  beforeAll(() => {
    rows = evaluateAll(SEEDS);
  });

  it('has the table that npm run trends computes', () => {
    const document = readFileSync(join(import.meta.dirname, '../docs/trends.md'), 'utf8');
    expect(replaceGeneratedSection(document, renderEvaluationTable(rows, SEEDS))).toBe(document);
  });

  const of = (setting: number, times: number) => {
    const name = [...new Set(rows.map((row) => row.scenario))][setting]!;
    const score = rows.filter((row) => row.scenario === name && row.times === times);
    return Object.fromEntries(score.map((row) => [row.ranking, row.score]));
  };

  it.each([2, 3, 5])('scores bursts of %i× higher than the two other rankings do', (times) => {
    for (const setting of [0, 2]) {
      const { 'this service': ours, 'most posts': big, 'most growth': growing } = of(setting, times);
      for (const other of [big!, growing!]) {
        expect(ours!.precision).toBeGreaterThan(other.precision);
        expect(ours!.recall).toBeGreaterThanOrEqual(other.recall);
        expect(ours!.firstFive).toBeGreaterThan(other.firstFive);
      }
    }
  });
});
