import { describe, expect, it } from 'vitest';
import { ConflictError } from '../../../lib/core/retry/conflict.ts';
import { settleInParts } from '../../../lib/core/stream/batches.ts';

const final = (name: string) => new Error(name);

/**
 * Run a task that throws each of the errors in turn, with one task at a time. Returns how many tasks ran, and what it threw.
 */
async function settle(errors: (Error | null)[]) {
  let tasks = 0;
  const run = settleInParts(errors, 1, async (error) => {
    tasks += 1;
    if (error) throw error;
  });
  const thrown = await run.catch((error: unknown) => error);
  return { tasks, thrown };
}

describe('settling tasks in parts', () => {
  it('runs the tasks after one that fails', async () => {
    expect((await settle([final('first'), null, null])).tasks).toBe(3);
  });

  it('throws nothing when all tasks succeed', async () => {
    expect((await settle([null, null])).thrown).toBeUndefined();
  });

  it('throws the first of several final errors', async () => {
    expect((await settle([null, final('second'), final('third')])).thrown).toEqual(final('second'));
  });

  it('throws a transient error before an earlier final one', async () => {
    const transient = new ConflictError();
    expect((await settle([final('first'), transient, final('third')])).thrown).toBe(transient);
  });

  it('runs at most as many tasks at the same time as its size', async () => {
    let [running, most] = [0, 0];
    await settleInParts([1, 2, 3, 4, 5], 2, async () => {
      running += 1;
      most = Math.max(most, running);
      await Promise.resolve();
      running -= 1;
    });
    expect(most).toBe(2);
  });
});
