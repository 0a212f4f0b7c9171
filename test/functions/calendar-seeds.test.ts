import { describe } from 'vitest';
import { runInTurn, runSeed } from './calendar/run-seed.ts';
import { setupObjectStore } from './object-store.ts';
import { testRepetition, testSeeds } from './seeded/seed-tests.ts';
import { simulatePlatforms } from './simulated.ts';
import { setupWorkers } from './worker-harness.ts';

setupWorkers();
setupObjectStore();
simulatePlatforms();

describe('the calendar of two years', () => {
  testSeeds(runSeed, 1, 20);
  testRepetition(runInTurn, 1);
});
