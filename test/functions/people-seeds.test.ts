import { describe } from 'vitest';
import { runSeed } from './people/run-seed.ts';
import { testSeeds } from './seeded/seed-tests.ts';
import { simulatePlatforms } from './simulated.ts';
import { setupWorkers } from './worker-harness.ts';

setupWorkers();
simulatePlatforms();

/** `people.test.ts` runs the first 20 seeds, after each change. */
describe('people with stale views', () => {
  testSeeds(runSeed, 21, 200);
});
