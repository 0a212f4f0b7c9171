import { describe, expect, it } from 'vitest';
import { brokenPromises, type Punctuality, punctualityTable } from '../../lib/local/load/punctuality.ts';

/** Twenty posts that all went out half a second late, woken by their timers. */
function punctual(changes: Partial<Punctuality['reckoning']> = {}, timers = 20): Punctuality[] {
  const latenessMs = Array<number>(20).fill(500);
  const lists = { twice: [], early: [], unaccounted: [] };
  const reckoning = { posts: 20, live: 20, byStatus: { published: 20 }, latenessMs, ...lists, ...changes };
  return [{ wokenBy: 'a timer', timers, expectedTimers: 20, reckoning }];
}

const late = (count: number, byMs: number) => [
  ...Array<number>(20 - count).fill(500),
  ...Array<number>(count).fill(byMs),
];

describe('the promise is kept', () => {
  it('when all posts are on time', () => {
    expect(brokenPromises(punctual())).toEqual([]);
  });

  it('when one of twenty is later than two seconds', () => {
    expect(brokenPromises(punctual({ latenessMs: late(1, 9_000) }))).toEqual([]);
  });
});

describe('the promise is broken', () => {
  it.each<[string, Punctuality[]]>([
    ['when two of twenty are later than two seconds', punctual({ latenessMs: late(2, 2_001) })],
    ['by one post that is early', punctual({ early: ['scd_1 on twitter: by 1 ms'] })],
    ['by one post that is there twice', punctual({ twice: ['scd_1 on twitter: 7, 8'] })],
    ['by one post that is not accounted for', punctual({ unaccounted: ['scd_1 on twitter: was not tried'] })],
    ['by one post that did not go out', punctual({ live: 19 })],
    ['when a timer was not set, so that something else was measured', punctual({}, 19)],
  ])('%s', (_, measured) => {
    expect(brokenPromises(measured)).toHaveLength(1);
  });
});

it('the table has a row for each way, with p50, p95 and the last post in milliseconds', () => {
  const [row] = punctualityTable(punctual({ latenessMs: late(1, 9_000), early: ['one'] }))
    .split('\n')
    .slice(2);
  expect(row).toBe('| a timer | 20 | 1 | 500 | 500 | 9000 |');
});
