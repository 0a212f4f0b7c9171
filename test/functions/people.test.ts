import { describe } from 'vitest';
import { testRepetition, testSeeds } from './people/run-seed.ts';
import { simulatePlatforms } from './simulated.ts';
import { setupWorkers } from './worker-harness.ts';

setupWorkers();
simulatePlatforms();

describe('people with stale views', () => {
  testSeeds(1, 20);
  testRepetition(1);
});
