import { describe, expect, it } from 'vitest';
import { atLeast, atMost, goalCells } from '../../benchmarks/goal.ts';

describe('the cells of a goal', () => {
  it.each([
    [1.05, atMost(1.05), ['≤ 1.05', '✓']],
    [1.5, atMost(1), ['≤ 1', '✗ × 1.50']],
    [0.2, atLeast(0.2), ['≥ 0.2', '✓']],
    [0.05, atLeast(0.2), ['≥ 0.2', '✗ × 4.00']],
    [7, null, ['–', '']],
  ] as const)('of %d say whether it is met, or the factor by which it is missed', (value, goal, cells) => {
    expect(goalCells(value, goal)).toEqual(cells);
  });
});
