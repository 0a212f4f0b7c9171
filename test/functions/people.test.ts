import { describe } from 'vitest';
import { runSeed } from './people/run-seed.ts';
import { testRepetition, testSeeds } from './seeded/seed-tests.ts';
import { simulatePlatforms } from './simulated.ts';
import { setupWorkers } from './worker-harness.ts';

setupWorkers();
simulatePlatforms();

describe('people with stale views', () => {
  testSeeds(runSeed, 1, 20);
  testRepetition(runSeed, 1);
});
