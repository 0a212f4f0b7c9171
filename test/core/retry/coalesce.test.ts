import { describe, expect, it } from 'vitest';
import { coalesce } from '../../../lib/core/retry/coalesce.ts';

const timeout = Object.assign(new Error('No response.'), { name: 'TimeoutError' });

/** Double numbers together; `fail` decides whether a batch fails, and the number 13 has an error of its own. */
function doubling(max: number, fail: (numbers: number[]) => Error | null = () => null) {
  const batches: number[][] = [];
  const double = coalesce<number, number>(async (numbers) => {
    batches.push(numbers);
    const error = fail(numbers);
    if (error) throw error;
    return numbers.map((number) => (number === 13 ? new Error('Unlucky.') : 2 * number));
  }, max);
  return { double, batches };
}

describe('calls of one turn of the event loop', () => {
  it('are processed together, and each has its own result', async () => {
    const { double, batches } = doubling(25);
    expect(await Promise.all([1, 2, 3].map(double))).toEqual([2, 4, 6]);
    expect(batches).toEqual([[1, 2, 3]]);
  });

  it('are split into the largest batches allowed', async () => {
    const { double, batches } = doubling(2);
    await Promise.all([1, 2, 3].map(double));
    expect(batches).toEqual([[1, 2], [3]]);
  });

  it('do not share the error of one of them', async () => {
    const { double } = doubling(25);
    const [bad, good] = await Promise.allSettled([13, 4].map(double));
    expect([bad!.status, good]).toEqual(['rejected', { status: 'fulfilled', value: 8 }]);
  });

  it('are processed alone when they fail together with an error that is not transient', async () => {
    const { double, batches } = doubling(25, (numbers) => (numbers.includes(7) ? new TypeError('Poison.') : null));
    const outcomes = await Promise.allSettled([6, 7, 8].map(double));
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(batches).toEqual([[6, 7, 8], [6], [7], [8]]);
  });

  it('all fail without another request when the error is transient', async () => {
    const { double, batches } = doubling(25, () => timeout);
    const outcomes = await Promise.allSettled([1, 2].map(double));
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(batches).toEqual([[1, 2]]);
  });
});
