import { describe, it } from 'vitest';
import { setupObjectStore } from '../functions/object-store.ts';
import { simulatePlatforms } from '../functions/simulated.ts';
import { setupWorkers } from '../functions/worker-harness.ts';
import { runSeed } from './calendar/run-seed.ts';
import { MONTHS } from './calendar/zones.ts';

setupWorkers();
setupObjectStore();
simulatePlatforms();

/** `calendar-seeds.test.ts` runs two whole years of each of 20 seeds, for a release. */
describe('the calendar of four months in which the clocks change', () => {
  it.each(Object.entries(MONTHS).map(([name, period], index) => ({ name, period, seed: index + 1 })))(
    'breaks no rule in the $name: seed $seed',
    async ({ period, seed }) => void (await runSeed(seed, period)),
  );
});
