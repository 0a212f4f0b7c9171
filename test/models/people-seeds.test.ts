import { describe } from 'vitest';
import { testRepetition, testSeeds } from '../functions/seeded/seed-tests.ts';
import { simulatePlatforms } from '../functions/simulated.ts';
import { setupWorkers } from '../functions/worker-harness.ts';
import { runSeed } from './people/run-seed.ts';

setupWorkers();
simulatePlatforms();

/** `people.test.ts` runs the first eight seeds, after each change. */
describe('people with stale views', () => {
  testSeeds(runSeed, 9, 200);
  testRepetition(runSeed, 1);
});
