import { describe } from 'vitest';
import { runSeed } from './people/run-seed.ts';
import { testSeeds } from './seeded/seed-tests.ts';
import { simulatePlatforms } from './simulated.ts';
import { setupWorkers } from './worker-harness.ts';

setupWorkers();
simulatePlatforms();

/** `people-seeds.test.ts` runs the seeds up to 200, for a release. */
describe('people with stale views', () => {
  testSeeds(runSeed, 1, 8);
});
