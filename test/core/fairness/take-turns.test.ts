import { expect, it } from 'vitest';
import { takeTurns } from '../../../lib/core/fairness/take-turns.ts';

it('lets an owner of one item come after one item of each other owner, however many they have', () => {
  const items = ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1'];
  expect(takeTurns(items, (item) => item[0]!)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4']);
});

it('keeps the order of the items of one owner', () => {
  const items = [3, 1, 2];
  expect(takeTurns(items, () => 'one')).toEqual(items);
});
