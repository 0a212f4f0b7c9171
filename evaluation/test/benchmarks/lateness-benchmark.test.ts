import { describe, expect, it } from 'vitest';
import {
  type LatenessMeasurement,
  renderLatenessTable,
  violatedObjectives,
} from '../../benchmarks/lateness/lateness-benchmark.ts';

/** Twenty posts that were published half a second late, triggered by their schedules. */
function punctual(changes: Partial<LatenessMeasurement['outcomes']> = {}, timers = 20): LatenessMeasurement[] {
  const latenessMs = Array<number>(20).fill(500);
  const lists = { duplicates: [], early: [], discrepancies: [] };
  const outcomes = { posts: 20, live: 20, byStatus: { published: 20 }, latenessMs, ...lists, ...changes };
  return [{ invocation: 'a timer', timers, expectedTimers: 20, outcomes: outcomes }];
}

const late = (count: number, byMs: number) => [
  ...Array<number>(20 - count).fill(500),
  ...Array<number>(count).fill(byMs),
];

describe('the promise is kept', () => {
  it('when all posts are on time', () => {
    expect(violatedObjectives(punctual())).toEqual([]);
  });

  it('when one of twenty is later than two seconds', () => {
    expect(violatedObjectives(punctual({ latenessMs: late(1, 9_000) }))).toEqual([]);
  });
});

describe('the promise is broken', () => {
  it.each<[string, LatenessMeasurement[]]>([
    ['when two of twenty are later than two seconds', punctual({ latenessMs: late(2, 2_001) })],
    ['by one post that is early', punctual({ early: ['scd_1 on twitter: by 1 ms'] })],
    ['by one post that is there duplicates', punctual({ duplicates: ['scd_1 on twitter: 7, 8'] })],
    ['by one post that is not accounted for', punctual({ discrepancies: ['scd_1 on twitter: was not tried'] })],
    ['by one post that did not go out', punctual({ live: 19 })],
    ['when a timer was not set, so that something else was measured', punctual({}, 19)],
  ])('%s', (_, measured) => {
    expect(violatedObjectives(measured)).toHaveLength(1);
  });
});

it('the table has a row for each way, with p50, p95 and the last post in milliseconds', () => {
  const [row] = renderLatenessTable(punctual({ latenessMs: late(1, 9_000), early: ['one'] }))
    .split('\n')
    .slice(2);
  expect(row).toBe('| a timer | 20 | 1 | 500 | 500 | 9000 |');
});
