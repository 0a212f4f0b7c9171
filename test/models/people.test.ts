import { describe } from 'vitest';
import { testSeeds } from '../functions/seeded/seed-tests.ts';
import { simulatePlatforms } from '../functions/simulated.ts';
import { setupWorkers } from '../functions/worker-harness.ts';
import { runSeed } from './people/run-seed.ts';

setupWorkers();
simulatePlatforms();

/** `people-seeds.test.ts` runs the seeds up to 200, for a release. */
describe('people with stale views', () => {
  testSeeds(runSeed, 1, 8);
});
