import { expect, it, vi } from 'vitest';
import { START } from '../api-harness.ts';
import { restartPlatforms } from '../simulated.ts';
import { currentHarness } from '../worker-harness.ts';

/** Runs a seed and returns its trace. */
type RunSeed = (seed: number) => Promise<string[]>;

/** Define a test for each seed from `first` to `last`. */
export function testSeeds(runSeed: RunSeed, first: number, last: number): void {
  const seeds = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  it.each(seeds)('break no rule: seed %i', async (seed) => void (await runSeed(seed)));
}

/** Define a test that a seed has the same trace when it runs again. */
export function testRepetition(runSeed: RunSeed, seed: number): void {
  it(`do the same again: seed ${seed}`, async () => {
    const trace = await runSeed(seed);
    currentHarness().table.clear();
    vi.setSystemTime(START);
    await restartPlatforms();
    expect(await runSeed(seed)).toEqual(trace);
  });
}
