import { expect, it } from 'vitest';
import { nextRequestMs, UNITS_PER_SECOND } from '../../../lib/core/table/paced-reads.ts';

it('an operator command reads at most a quarter of what a partition of the table has', () => {
  expect(UNITS_PER_SECOND).toBeLessThanOrEqual(3000 / 4);
});

it.each([
  ['after a second, for the units of a second', 0, 5000, 750, 6000],
  ['at once, for a response without units', 0, 5000, 0, 5000],
  ['later, while earlier responses are not paid for', 6000, 5000, 75, 6100],
])('the next request begins %s', (_, allowedMs, nowMs, units, expected) => {
  expect(nextRequestMs(allowedMs, nowMs, units)).toBe(expected);
});
