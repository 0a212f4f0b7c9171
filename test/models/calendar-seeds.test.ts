import { describe } from 'vitest';
import { setupObjectStore } from '../functions/object-store.ts';
import { testRepetition, testSeeds } from '../functions/seeded/seed-tests.ts';
import { simulatePlatforms } from '../functions/simulated.ts';
import { setupWorkers } from '../functions/worker-harness.ts';
import { runInTurn, runSeed } from './calendar/run-seed.ts';

setupWorkers();
setupObjectStore();
simulatePlatforms();

describe('the calendar of two years', () => {
  testSeeds(runSeed, 1, 20);
  testRepetition(runInTurn, 1);
});
