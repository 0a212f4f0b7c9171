import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    // Of the functions that run in the tests' own process; the local service keeps a log of each of its own.
    env: { LOG_LEVEL: 'SILENT' },
    // The journeys mostly wait; with one worker a core they would wait one after the other.
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
