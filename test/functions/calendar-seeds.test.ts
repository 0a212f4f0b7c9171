import { describe } from 'vitest';
import { runSeed } from './calendar/run-seed.ts';
import { setupObjectStore } from './object-store.ts';
import { testSeeds } from './seeded/seed-tests.ts';
import { simulatePlatforms } from './simulated.ts';
import { setupWorkers } from './worker-harness.ts';

setupWorkers();
setupObjectStore();
simulatePlatforms();

/** `calendar.test.ts` runs the first four seeds, after each change. */
describe('the calendar of two years', () => {
  testSeeds(runSeed, 5, 20);
});
